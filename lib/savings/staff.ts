import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Prisma, SavingPlan } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http";
import { parseDecimal, parseMicro } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import { findPlan, interestFunds, moneyNow } from "./data";
import type { AdminRecordsQuery } from "./queries";
import { RATE_DECIMALS } from "./rules";
import { type InterestFunds, serializePlan, serializeRecord } from "./serializers";
import type {
  AdminRecordsAnswer,
  AdminSavingDto,
  CreatePlanInput,
  UpdatePlanInput,
} from "./staff-schema";

const MAX_PLANS = 200;

type Counts = Map<string, { live: number; closed: number }>;

async function countsOf(planIds: string[]): Promise<Counts> {
  const rows = await prisma.$queryRaw<{ id: string; live: number; closed: number }[]>`
    SELECT plan_id AS id, count(*) FILTER (WHERE closed_at IS NULL)::integer AS live,
      count(closed_at)::integer AS closed
    FROM saving_record WHERE plan_id = ANY(${planIds}::uuid[]) GROUP BY plan_id`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

function toAdminPlan(row: SavingPlan, funds: InterestFunds, counts: Counts): AdminSavingDto {
  return {
    ...serializePlan(row, funds),
    records: counts.get(row.id) ?? { live: 0, closed: 0 },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Every plan that was not deleted, the newest first. */
export async function listAdminPlans(): Promise<AdminSavingDto[]> {
  const rows = await prisma.savingPlan.findMany({
    where: { deletedAt: null },
    orderBy: { id: "desc" },
    take: MAX_PLANS,
  });
  const [funds, counts] = await Promise.all([
    interestFunds(prisma),
    countsOf(rows.map(({ id }) => id)),
  ]);
  return rows.map((row) => toAdminPlan(row, funds, counts));
}

async function getAdminPlan(id: string): Promise<AdminSavingDto> {
  const [row, funds, counts] = await Promise.all([
    findPlan(prisma, id),
    interestFunds(prisma),
    countsOf([id]),
  ]);
  return toAdminPlan(row, funds, counts);
}

type Terms = Pick<
  SavingPlan,
  "type" | "durationDays" | "minAmountMicro" | "maxAmountMicro" | "capacityMicro"
>;

/** @throws AppError VALIDATION where the parts of a plan don't fit together */
function checkTerms(terms: Terms, subscribedMicro: bigint): void {
  const { type, durationDays, minAmountMicro, maxAmountMicro, capacityMicro } = terms;
  if (type === "fixed" && durationDays === null) {
    throw invalidField("durationDays", "A fixed plan needs a number of days");
  }
  if (type === "flexible" && durationDays !== null) {
    throw invalidField("durationDays", "A flexible plan has no number of days");
  }
  if (minAmountMicro <= 0n) throw invalidField("minAmount", "The minimum must be above zero");
  if (maxAmountMicro !== null && maxAmountMicro < minAmountMicro) {
    throw invalidField("maxAmount", "The maximum is below the minimum");
  }
  if (capacityMicro !== null && capacityMicro < subscribedMicro) {
    throw invalidField("capacity", "More than this is already subscribed");
  }
}

type Amounts = Pick<UpdatePlanInput, "dailyRate" | "minAmount" | "maxAmount" | "capacity">;

/** The amounts of an input in units; what is absent stays absent. */
function toUnits({ dailyRate, minAmount, maxAmount, capacity }: Amounts) {
  const micro = (text: string | null) => (text === null ? null : parseMicro(text));
  return {
    ...(dailyRate === undefined
      ? {}
      : { dailyRatePpb: parseDecimal(dailyRate, RATE_DECIMALS) ?? 0n }),
    ...(minAmount === undefined ? {} : { minAmountMicro: parseMicro(minAmount) ?? 0n }),
    ...(maxAmount === undefined ? {} : { maxAmountMicro: micro(maxAmount) }),
    ...(capacity === undefined ? {} : { capacityMicro: micro(capacity) }),
  };
}

const auditView = ({ createdAt: _c, updatedAt: _u, subscribedMicro: _s, ...terms }: SavingPlan) =>
  terms;

async function audit(
  tx: Tx,
  actor: Actor,
  action: string,
  plan: SavingPlan,
  before?: SavingPlan,
): Promise<void> {
  await appendAudit(tx, actor, {
    action: `saving.${action}`,
    targetType: "saving",
    targetId: plan.id,
    ...(before ? { before: auditView(before) } : {}),
    after: auditView(plan),
  });
}

/** Adds a plan. @throws AppError VALIDATION */
export async function createPlan(actor: Actor, input: CreatePlanInput): Promise<AdminSavingDto> {
  const { dailyRate, minAmount, maxAmount, capacity, ...rest } = input;
  const units = toUnits({ dailyRate, minAmount, maxAmount, capacity });
  const data = {
    ...rest,
    dailyRatePpb: units.dailyRatePpb ?? 0n,
    minAmountMicro: units.minAmountMicro ?? 0n,
    maxAmountMicro: units.maxAmountMicro ?? null,
    capacityMicro: units.capacityMicro ?? null,
  };
  checkTerms(data, 0n);
  const { id } = await transaction(async (tx) => {
    const plan = await tx.savingPlan.create({ data });
    await audit(tx, actor, "create", plan);
    return plan;
  });
  return getAdminPlan(id);
}

async function change(
  actor: Actor,
  id: string,
  action: string,
  changesOf: (before: SavingPlan) => Prisma.SavingPlanUpdateManyMutationInput & Partial<Terms>,
): Promise<void> {
  await transaction(async (tx) => {
    // Locked, so that no subscription comes between the check of the capacity and the change.
    await tx.$queryRaw`SELECT id FROM saving_plan WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const before = await findPlan(tx, id);
    const data = changesOf(before);
    checkTerms({ ...before, ...data }, before.subscribedMicro);
    const { count } = await tx.savingPlan.updateMany({ where: { id, deletedAt: null }, data });
    if (count === 0) throw new AppError("NOT_FOUND");
    const after = await tx.savingPlan.findUniqueOrThrow({ where: { id } });
    await audit(tx, actor, action, after, before);
  });
}

/**
 * Changes a plan. Savings that were made keep the terms they were made with.
 * @throws AppError NOT_FOUND, VALIDATION
 */
export async function updatePlan(
  actor: Actor,
  id: string,
  input: UpdatePlanInput,
): Promise<AdminSavingDto> {
  const { dailyRate, minAmount, maxAmount, capacity, ...rest } = input;
  const data = { ...rest, ...toUnits({ dailyRate, minAmount, maxAmount, capacity }) };
  await change(actor, id, "update", () => data);
  return getAdminPlan(id);
}

/** Opens or closes a plan for new subscriptions; without a value it turns the switch. @throws AppError NOT_FOUND */
export async function togglePlan(
  actor: Actor,
  id: string,
  isActive?: boolean,
): Promise<AdminSavingDto> {
  await change(actor, id, "toggle", (before) => ({ isActive: isActive ?? !before.isActive }));
  return getAdminPlan(id);
}

/** Takes a plan off the list; its savings run on. @throws AppError NOT_FOUND */
export function deletePlan(actor: Actor, id: string): Promise<void> {
  return change(actor, id, "delete", () => ({ deletedAt: now(), isActive: false }));
}

/** A page of all users' savings, newest first. */
export async function listAdminRecords(query: AdminRecordsQuery): Promise<AdminRecordsAnswer> {
  const { status, type, savingId, userId, cursor, limit } = query;
  const [rows, at] = await Promise.all([
    prisma.savingRecord.findMany({
      where: { status, type, planId: savingId, userId, ...(cursor ? { id: { lt: cursor } } : {}) },
      orderBy: { id: "desc" },
      take: limit + 1,
      include: { plan: true, user: { select: { id: true, username: true } } },
    }),
    moneyNow(),
  ]);
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return {
    records: items.map((row) => ({ ...serializeRecord(row, at), user: row.user })),
    nextCursor,
  };
}
