import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Prisma, SavingPlan } from "@/lib/generated/prisma/client";
import { checkOffers } from "@/lib/ledger/approvals";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatRate } from "@/lib/platform/ui/format";
import { warnStaff } from "@/lib/security/notices";
import { findPlan, MAX_PLANS } from "./data";
import { planProblems } from "./plan-rules";
import { RATE_DECIMALS, yearlyRate } from "./rules";
import { formatRatePpb } from "./serializers";
import { getAdminPlan } from "./staff-plans";
import type { AdminSavingDto, CreatePlanInput, UpdatePlanInput } from "./staff-schema";

type Terms = Pick<
  SavingPlan,
  "type" | "durationDays" | "minAmountMicro" | "maxAmountMicro" | "capacityMicro"
>;

/** @throws AppError VALIDATION where the parts of a plan don't fit together */
function checkTerms(terms: Terms, subscribedMicro: bigint): void {
  const [problem] = planProblems(terms);
  if (problem) throw invalidField(...problem);
  const { capacityMicro } = terms;
  if (capacityMicro !== null && capacityMicro < subscribedMicro) {
    throw invalidField("capacity", text("errors.savings.moreThanAlreadySubscribed"));
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

function auditView(plan: SavingPlan) {
  const { createdAt: _c, updatedAt: _u, subscribedMicro: _s, ...kept } = plan;
  const { dailyRatePpb, minAmountMicro, maxAmountMicro, capacityMicro, ...terms } = kept;
  const amount = (micro: bigint | null) => (micro === null ? null : formatMicro(micro));
  return {
    ...terms,
    dailyRate: formatRatePpb(dailyRatePpb),
    minAmount: amount(minAmountMicro),
    maxAmount: amount(maxAmountMicro),
    capacity: amount(capacityMicro),
  };
}

async function audit(
  tx: Tx,
  actor: Actor,
  action: string,
  { after, before, reason }: { after: SavingPlan; before?: SavingPlan; reason?: string },
): Promise<void> {
  await appendAudit(tx, actor, {
    action: `saving.${action}`,
    targetType: "saving",
    targetId: after.id,
    ...(before ? { before: auditView(before) } : {}),
    after: auditView(after),
    reason,
  });
}

/** What a plan pays, and to how much. */
function offerOf(plan: SavingPlan): string {
  const amount = (micro: bigint) => exactAmount(micro, plan.currency);
  const limit = (micro: bigint | null) =>
    micro === null ? text("notices.savings.noLimit") : amount(micro);
  return text("notices.savings.offer", {
    rate: formatRate(formatRatePpb(plan.dailyRatePpb)),
    yearly: formatRate(yearlyRate(formatRatePpb(plan.dailyRatePpb))),
    duration:
      plan.durationDays === null
        ? text("notices.savings.flexible")
        : text("notices.savings.days", { days: plan.durationDays }),
    minimum: amount(plan.minAmountMicro),
    maximum: limit(plan.maxAmountMicro),
    capacity: limit(plan.capacityMicro),
  });
}

/** Tells full administrators of what the house pays now: whoever keeps the plans may save in them, too. */
async function warnOfOffer(
  tx: Tx,
  actor: Actor,
  after: SavingPlan,
  before?: SavingPlan,
): Promise<void> {
  const [now, then] = [offerOf(after), before && offerOf(before)];
  if (now === then) return;
  await warnStaff(tx, actor, ["*"], {
    title: before
      ? text("notices.savings.savingsPlanChanged")
      : text("notices.savings.savingsPlanAdded"),
    message:
      then === undefined
        ? text("notices.savings.planAdded", { who: actor.name, plan: after.name, now })
        : text("notices.savings.planChanged", { who: actor.name, plan: after.name, then, now }),
  });
}

/** Plans are added one after the other, so that two can't both be the last. */
const PLAN_LOCK = 72707414;

async function refuseOneTooMany(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${PLAN_LOCK})`;
  if ((await tx.savingPlan.count({ where: { deletedAt: null } })) < MAX_PLANS) return;
  const message = text("errors.savings.therePlansAlreadyPleaseDeleteOr", { maxPlans: MAX_PLANS });
  throw new AppError("CONFLICT", { message });
}

/** Records in the same transaction that a colleague approved it. */
type First = (tx: Tx) => Promise<void>;

/**
 * Adds a plan.
 * @param approved what it was approved as
 * @throws AppError VALIDATION, CONFLICT for one plan too many, SECOND_PERSON_NEEDED
 */
export async function createPlan(
  actor: Actor,
  input: CreatePlanInput,
  approved?: { id: string; first: First },
): Promise<AdminSavingDto> {
  const made = madeBefore();
  if (made) return getAdminPlan(made);
  const { dailyRate, minAmount, maxAmount, capacity, ...rest } = input;
  const units = toUnits({ dailyRate, minAmount, maxAmount, capacity });
  const data = {
    ...rest,
    ...(approved ? { id: approved.id } : {}),
    dailyRatePpb: units.dailyRatePpb ?? 0n,
    minAmountMicro: units.minAmountMicro ?? 0n,
    maxAmountMicro: units.maxAmountMicro ?? null,
    capacityMicro: units.capacityMicro ?? null,
  };
  checkTerms(data, 0n);
  const { id } = await transaction(async (tx) => {
    await approved?.first(tx);
    await refuseOneTooMany(tx);
    const plan = await tx.savingPlan.create({ data });
    await audit(tx, actor, "create", { after: plan });
    await warnOfOffer(tx, actor, plan);
    await checkOffers(tx);
    await markApplied(tx, plan.id);
    return plan;
  });
  return getAdminPlan(id);
}

/** Who changed a plan last, as the audit log has it. */
async function lastEditor(tx: Tx, id: string): Promise<string> {
  const entry = await tx.auditEntry.findFirst({
    where: { action: { in: ["saving.update", "saving.toggle"] }, targetId: id },
    orderBy: { seq: "desc" },
    select: { actorName: true },
  });
  return entry?.actorName ?? text("notices.somebody");
}

type Changes = Prisma.SavingPlanUpdateManyMutationInput & Partial<Terms>;

async function change(
  actor: Actor,
  id: string,
  action: string,
  changesOf: (before: SavingPlan, tx: Tx) => Promise<Changes> | Changes,
  { reason, first }: { reason?: string; first?: First } = {},
): Promise<void> {
  await transaction(async (tx) => {
    await first?.(tx);
    // Locked, so that no subscription comes between the check of the capacity and the change.
    await tx.$queryRaw`SELECT id FROM saving_plan WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const before = await findPlan(tx, id);
    const data = await changesOf(before, tx);
    checkTerms({ ...before, ...data }, before.subscribedMicro);
    const { count } = await tx.savingPlan.updateMany({ where: { id, deletedAt: null }, data });
    if (count === 0) throw new AppError("NOT_FOUND");
    const after = await tx.savingPlan.findUniqueOrThrow({ where: { id } });
    await audit(tx, actor, action, { after, before, reason });
    await warnOfOffer(tx, actor, after, before);
    await checkOffers(tx);
  });
}

/**
 * Changes a plan. Savings that were made keep the terms they were made with.
 * @throws AppError NOT_FOUND, VALIDATION, CONFLICT with the plan as it is when it was changed since `updatedAt`,
 *   SAVING_PLAN_IN_USE for another type or currency once there are savings (the database's trigger), SECOND_PERSON_NEEDED
 */
export async function updatePlan(
  actor: Actor,
  id: string,
  input: UpdatePlanInput,
  first?: First,
): Promise<AdminSavingDto> {
  const { dailyRate, minAmount, maxAmount, capacity, updatedAt, ...rest } = input;
  const data = { ...rest, ...toUnits({ dailyRate, minAmount, maxAmount, capacity }) };
  const changesOf = async (before: SavingPlan, tx: Tx) => {
    if (updatedAt !== undefined && Date.parse(updatedAt) !== before.updatedAt.getTime()) {
      const who = await lastEditor(tx, id);
      throw new AppError("CONFLICT", {
        message: text("errors.savings.hasChangedPlanMeanwhilePleaseLook", { who }),
      });
    }
    return data;
  };
  await change(actor, id, "update", changesOf, { first }).catch(async (failure: unknown) => {
    if (!(failure instanceof AppError) || failure.code !== "CONFLICT") throw failure;
    // Read after the transaction: inside it this would hold a second connection.
    const { text: message } = failure;
    throw new AppError("CONFLICT", { message, details: { saving: await getAdminPlan(id) } });
  });
  return getAdminPlan(id);
}

/** Opens or closes a plan for new subscriptions; without a value it turns the switch. @throws AppError NOT_FOUND, SECOND_PERSON_NEEDED */
export async function togglePlan(
  actor: Actor,
  id: string,
  isActive?: boolean,
  first?: First,
): Promise<AdminSavingDto> {
  const changesOf = (before: SavingPlan) => ({ isActive: isActive ?? !before.isActive });
  await change(actor, id, "toggle", changesOf, { first });
  return getAdminPlan(id);
}

/**
 * Deletes a plan that nobody ever subscribed to. One with savings can only be closed: its page holds
 * what its savers agreed to.
 * @throws AppError NOT_FOUND, SAVING_PLAN_IN_USE
 */
export function deletePlan(actor: Actor, id: string, reason?: string): Promise<void> {
  const changes = async (_before: SavingPlan, tx: Tx) => {
    const used = await tx.savingRecord.findFirst({ where: { planId: id }, select: { id: true } });
    if (used) throw new AppError("SAVING_PLAN_IN_USE");
    return { deletedAt: now(), isActive: false };
  };
  return change(actor, id, "delete", changes, { reason });
}
