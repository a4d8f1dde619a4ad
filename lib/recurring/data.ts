import type { RecurringBuy, RecurringRun } from "@/lib/generated/prisma/client";
import { prisma, reading } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import {
  type RecurringDto,
  type RecurringList,
  type RecurringQuery,
  SHOWN_RUNS,
  type StaffRecurringList,
} from "./schema";

const LAST_RUN = { runs: { orderBy: { dueAt: "desc" }, take: 1 } } as const;
type Row = RecurringBuy & { runs: RecurringRun[] };

const clockOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

const toRun = ({ dueAt, reason, tradeId, conversionId }: RecurringRun) => ({
  dueAt: dueAt.toISOString(),
  reason,
  tradeId,
  conversionId,
});

function toRecurring(row: Row): RecurringDto {
  const [run] = row.runs;
  return {
    id: row.id,
    amount: formatMicro(row.amountMicro),
    every: row.every,
    day: row.day,
    time: clockOf(row.minute),
    target: row.target,
    maxPrice: row.maxPriceE8 === null ? null : formatPriceE8(row.maxPriceE8),
    status: row.status === "paused" ? "paused" : "active",
    pauseReason: row.pauseReason,
    nextAt: row.nextAt?.toISOString() ?? null,
    lastRun: run ? toRun(run) : null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** One recurring buy of a user, one that has ended too. @throws AppError NOT_FOUND */
export async function getRecurring(userId: string, id: string): Promise<RecurringDto> {
  const row = await prisma.recurringBuy.findFirst({ where: { id, userId }, include: LAST_RUN });
  if (!row) throw new AppError("NOT_FOUND");
  return toRecurring(row);
}

/** A page of a user's recurring buys as staff see them, ended ones too, newest first. */
export async function listRecurringOf(
  userId: string,
  { cursor, limit }: Pick<RecurringQuery, "cursor" | "limit">,
): Promise<StaffRecurringList> {
  const rows = await reading.prisma.recurringBuy.findMany({
    where: { userId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) },
    include: { runs: { orderBy: { dueAt: "desc" }, take: SHOWN_RUNS } },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return {
    recurring: items.map((row) => {
      const { lastRun: _, status, ...recurring } = toRecurring(row);
      return {
        ...recurring,
        status: row.status === "deleted" ? "ended" : status,
        runs: row.runs.map(toRun),
      };
    }),
    nextCursor,
  };
}

/** A page of a user's recurring buys that have not ended, newest first. */
export async function listRecurring(
  userId: string,
  { cursor, limit }: Pick<RecurringQuery, "cursor" | "limit">,
): Promise<RecurringList> {
  const rows = await prisma.recurringBuy.findMany({
    where: {
      userId,
      status: { not: "deleted" },
      ...(cursor === undefined ? {} : { id: { lt: cursor } }),
    },
    include: LAST_RUN,
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { recurring: items.map(toRecurring), nextCursor };
}
