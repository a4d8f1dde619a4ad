import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { reading } from "@/lib/platform/db";
import { everyRow, pageOf } from "@/lib/platform/http";
import { findUserId } from "@/lib/user-search/owners";
import { moneyNow } from "./data";
import type { AdminRecordsQuery } from "./queries";
import { serializeRecord } from "./serializers";
import type { AdminRecordsResponse } from "./staff-schema";

/** A page of all users' savings, newest first. */
export async function listAdminRecords(query: AdminRecordsQuery): Promise<AdminRecordsResponse> {
  const { status, type, savingId, user, cursor, limit } = query;
  const userId = user ? await findUserId(user) : query.userId;
  if (userId === null) return { records: [], nextCursor: null };
  const [rows, at] = await Promise.all([
    reading.prisma.savingRecord.findMany({
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

const CSV_HEADER = csvHeader(
  "number",
  "id",
  "userId",
  "username",
  "plan",
  "type",
  "currency",
  "principal",
  "dailyRate",
  "days",
  "status",
  "accrued",
  "daysCounted",
  "madeUtc",
  "startsUtc",
  "maturesUtc",
  "closedUtc",
  "paidPrincipal",
  "paidProfit",
);

/** The savings of a filter as a CSV download, newest first. */
export function exportAdminRecords(query: AdminRecordsQuery): Promise<Response> {
  async function* rows() {
    const records = everyRow(
      (page) => listAdminRecords({ ...query, ...page }),
      (page) => page.records,
    );
    for await (const one of records) {
      yield [
        one.number,
        one.id,
        one.user.id,
        one.user.username,
        one.name,
        one.type,
        one.currency,
        one.principal,
        one.dailyRate,
        one.durationDays,
        one.status,
        one.accrued,
        one.daysAccrued,
        one.createdAt,
        one.startsAt,
        one.maturesAt,
        one.closedAt,
        one.paidPrincipal,
        one.paidProfit,
      ];
    }
  }
  return csvResponse("savings", CSV_HEADER, rows());
}
