import type { SavingPlan } from "@/lib/generated/prisma/client";
import { listHouseAccounts } from "@/lib/ledger/house";
import { ledgerCurrencies } from "@/lib/ledger/schema";
import { Prisma, prisma } from "@/lib/platform/db";
import { pageOf } from "@/lib/platform/http";
import { formatMicro } from "@/lib/platform/money";
import { findPlan } from "./data";
import { currencyFunding, freeBeyond, planFunding } from "./funding-rules";
import type { AdminPlansQuery } from "./queries";
import { type InterestFunds, serializePlan } from "./serializers";
import type { AdminSavingDto, AdminSavingList, SavingFunding } from "./staff-schema";

/** Beyond this many records a plan has "many"; counting a million would hold the page up. */
const MAX_COUNTED = 1_000;

type Counts = Map<string, { live: number; closed: number }>;

async function countsOf(planIds: string[]): Promise<Counts> {
  const upTo = (states: string[]) => Prisma.sql`(SELECT count(*)::integer FROM (
    SELECT 1 FROM saving_record r WHERE r.plan_id = p.id AND r.status = ANY(${states}) LIMIT ${MAX_COUNTED}) AS counted)`;
  const rows = await prisma.$queryRaw<{ id: string; live: number; closed: number }[]>`
    SELECT p.id, ${upTo(["pending", "active"])} AS live, ${upTo(["completed", "cancelled"])} AS closed
    FROM saving_plan p WHERE p.id = ANY(${planIds}::uuid[])`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

type Money = Record<"balance" | "reserved" | "owed" | "free", InterestFunds>;

/** The house's interest money: in the interest account, set aside, waited for, and for new savings. */
async function interestMoney(): Promise<Money> {
  const accounts = await listHouseAccounts(prisma);
  const of = (kind: string, part: "balanceMicro" | "requiredMicro"): InterestFunds => {
    const find = (currency: string) =>
      accounts.find((one) => one.kind === kind && one.currency === currency)?.[part] ?? 0n;
    return { USDT: find("USDT"), XAUT: find("XAUT") };
  };
  const balance = of("interest", "balanceMicro");
  const owed = of("interest", "requiredMicro");
  return {
    balance,
    reserved: of("interest_reserve", "balanceMicro"),
    owed,
    free: {
      USDT: freeBeyond(balance.USDT, owed.USDT),
      XAUT: freeBeyond(balance.XAUT, owed.XAUT),
    },
  };
}

function toAdminPlan(row: SavingPlan, funds: InterestFunds, counts: Counts): AdminSavingDto {
  const { neededMicro, state } = planFunding(row, funds[row.currency]);
  return {
    ...serializePlan(row, funds, 0n),
    // Staff edit the words as they are stored.
    name: row.name,
    description: row.description,
    records: counts.get(row.id) ?? { live: 0, closed: 0 },
    funding: { state, needed: neededMicro === null ? null : formatMicro(neededMicro) },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function toFunding(rows: SavingPlan[], money: Money): SavingFunding[] {
  return ledgerCurrencies.map((currency) => {
    const funding = currencyFunding(currency, rows, {
      reservedMicro: money.reserved[currency],
      freeMicro: money.balance[currency],
      owedMicro: money.owed[currency],
    });
    return {
      currency,
      reserved: formatMicro(funding.reservedMicro),
      free: formatMicro(funding.freeMicro),
      owed: formatMicro(funding.owedMicro),
      needed: formatMicro(funding.neededMicro),
      missing: formatMicro(funding.missingMicro),
      unlimitedPlans: funding.unlimitedPlans,
    };
  });
}

/**
 * A page of the plans that were not deleted, newest first, and the money behind all active ones, by
 * currency.
 */
export async function listAdminPlans(query: AdminPlansQuery): Promise<AdminSavingList> {
  const { cursor, limit } = query;
  const [rows, active, money] = await Promise.all([
    prisma.savingPlan.findMany({
      where: { deletedAt: null, ...(cursor ? { id: { lt: cursor } } : {}) },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    prisma.savingPlan.findMany({ where: { deletedAt: null, isActive: true } }),
    interestMoney(),
  ]);
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  const counts = await countsOf(items.map(({ id }) => id));
  return {
    savings: items.map((row) => toAdminPlan(row, money.free, counts)),
    funding: toFunding(active, money),
    nextCursor,
  };
}

/** One plan as staff see it. @throws AppError NOT_FOUND */
export async function getAdminPlan(id: string): Promise<AdminSavingDto> {
  const [row, { free }, counts] = await Promise.all([
    findPlan(prisma, id),
    interestMoney(),
    countsOf([id]),
  ]);
  return toAdminPlan(row, free, counts);
}
