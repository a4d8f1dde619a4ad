import type { SavingPlan } from "@/lib/generated/prisma/client";
import { freeInterest } from "@/lib/ledger/data";
import type { LedgerCurrency } from "@/lib/ledger/schema";
import { type Db, prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http";
import { formatMicro, type Micro } from "@/lib/platform/money";
import type { MySavingsQuery } from "./queries";
import type { MySavingsResponse, SavingDto, SavingRecordDto } from "./schema";
import { type RecordWithPlan, serializePlan, serializeRecord } from "./serializers";

/** As many plans as a site can have: the list of all is not cut. */
export const MAX_PLANS = 200;

/** What a user has in each plan, by its id. */
async function ownByPlan(userId: string): Promise<Map<string, Micro>> {
  const rows = await prisma.savingRecord.groupBy({
    by: ["planId"],
    where: { userId, closedAt: null },
    _sum: { principalMicro: true },
  });
  return new Map(rows.map(({ planId, _sum }) => [planId, _sum.principalMicro ?? 0n]));
}

/** The plans on offer as a user sees them, or with `all` also the inactive ones: flexible first, then by term. */
export async function listPlans(userId: string, { all }: { all: boolean }): Promise<SavingDto[]> {
  const [rows, funds, own] = await Promise.all([
    prisma.savingPlan.findMany({
      where: { deletedAt: null, ...(all ? {} : { isActive: true }) },
      orderBy: [
        { currency: "asc" },
        { durationDays: { sort: "asc", nulls: "first" } },
        { id: "asc" },
      ],
      take: MAX_PLANS,
    }),
    freeInterest(prisma),
    ownByPlan(userId),
  ]);
  return rows.map((row) => serializePlan(row, funds, own.get(row.id) ?? 0n));
}

/** One plan as a user sees it; an inactive one too, so that its subscribers can read it. @throws AppError NOT_FOUND */
export async function getPlan(userId: string, id: string): Promise<SavingDto> {
  const [row, funds, own] = await Promise.all([
    findPlan(prisma, id),
    freeInterest(prisma),
    ownByPlan(userId),
  ]);
  return serializePlan(row, funds, own.get(id) ?? 0n);
}

/** A plan's row. @throws AppError NOT_FOUND when there is none or it was deleted */
export async function findPlan(db: Db, id: string): Promise<SavingPlan> {
  const row = await db.savingPlan.findFirst({ where: { id, deletedAt: null } });
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

/** The clock of the money rules. */
export async function moneyNow(db: Db = prisma): Promise<Date> {
  const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT app_now() AS at`;
  if (!row) throw new Error("app_now() answered nothing");
  return row.at;
}

/** One of a user's records. @throws AppError NOT_FOUND, also for somebody else's */
export async function getRecord(db: Db, userId: string, id: string): Promise<RecordWithPlan> {
  const row = await db.savingRecord.findFirst({ where: { id, userId }, include: { plan: true } });
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

type RecordPage = { items: SavingRecordDto[]; nextCursor: string | null };

async function listRecords(userId: string, query: MySavingsQuery): Promise<RecordPage> {
  const { status, type, cursor, limit } = query;
  const [rows, at] = await Promise.all([
    prisma.savingRecord.findMany({
      where: { userId, status, type, ...(cursor ? { id: { lt: cursor } } : {}) },
      orderBy: { id: "desc" },
      take: limit + 1,
      include: { plan: true },
    }),
    moneyNow(),
  ]);
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { items: items.map((row) => serializeRecord(row, at)), nextCursor };
}

type TotalRow = { currency: LedgerCurrency; principal: Micro; accrued: Micro; paid: Micro };

async function totalsOf(userId: string): Promise<MySavingsResponse["totals"]> {
  const rows = await prisma.$queryRaw<TotalRow[]>`
    SELECT currency, coalesce(sum(principal_micro) FILTER (WHERE closed_at IS NULL), 0)::bigint AS principal,
      coalesce(sum(accrued_micro) FILTER (WHERE closed_at IS NULL), 0)::bigint AS accrued,
      coalesce(sum(paid_profit_micro), 0)::bigint AS paid
    FROM saving_record WHERE user_id = ${userId}::uuid GROUP BY currency`;
  const of = (currency: LedgerCurrency) => {
    const found = rows.find((row) => row.currency === currency);
    return {
      principal: formatMicro(found?.principal ?? 0n),
      accrued: formatMicro(found?.accrued ?? 0n),
      paidProfit: formatMicro(found?.paid ?? 0n),
    };
  };
  return { USDT: of("USDT"), XAUT: of("XAUT") };
}

/** A page of a user's savings, newest first, and totals over all of them. */
export async function mySavings(userId: string, query: MySavingsQuery): Promise<MySavingsResponse> {
  const [{ items, nextCursor }, totals] = await Promise.all([
    listRecords(userId, query),
    totalsOf(userId),
  ]);
  return { records: items, totals, nextCursor };
}
