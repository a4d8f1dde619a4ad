import type { AuditEntry } from "@/lib/generated/prisma/client";
import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { type Prisma, reading, sql } from "@/lib/platform/db";
import { everyRow, pageOf } from "@/lib/platform/http/lists";
import { findUserId } from "@/lib/user-search/owners";
import type { AuditEntryDto, AuditList, AuditQuery } from "./schema";

const SYSTEM = "system";

/** A page of the audit log, newest first. */
export async function listAudit(query: AuditQuery): Promise<AuditList> {
  const { limit, cursor } = query;
  const where = await filterOf(query);
  if (!where) return { entries: [], nextCursor: null };
  const rows = await reading.prisma.auditEntry.findMany({
    where: { AND: [where, cursor === undefined ? {} : { seq: { lt: BigInt(cursor) } }] },
    orderBy: { seq: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ seq }) => seq.toString());
  return { entries: await serialize(items), nextCursor };
}

/** The clock may have been set back by as much without an entry missing from a period. */
const CLOCK_SLACK_MS = 3_600_000;

/** Number of the first entry at or after a moment; null when there is none. */
async function firstSince(atMs: number): Promise<bigint | null> {
  const found = await reading.prisma.auditEntry.findFirst({
    where: { at: { gte: new Date(atMs) } },
    orderBy: { at: "asc" },
    select: { seq: true },
  });
  return found?.seq ?? null;
}

/** A period also in the list's own order, which can then be walked to its end only. Null when nothing is in it. */
async function periodOf(from?: Date, to?: Date): Promise<Prisma.AuditEntryWhereInput | null> {
  const [first, end] = await Promise.all([
    from && firstSince(from.getTime() - CLOCK_SLACK_MS),
    to && firstSince(to.getTime() + CLOCK_SLACK_MS),
  ]);
  if (first === null) return null;
  return {
    ...(from || to ? { at: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) } } : {}),
    seq: { ...(first ? { gte: first } : {}), ...(end ? { lt: end } : {}) },
  };
}

/** Null when the filter names somebody whom nobody knows, or a period without entries. */
async function filterOf(query: AuditQuery): Promise<Prisma.AuditEntryWhereInput | null> {
  const { actor, user, action, from, to } = query;
  const person = actor === SYSTEM ? undefined : actor;
  const [actorId, subjectUserId, period] = await Promise.all([
    person ? findUserId(person) : null,
    user ? findUserId(user) : null,
    periodOf(from, to),
  ]);
  if (!period || (person && actorId === null) || (user && subjectUserId === null)) return null;
  return {
    ...(actor ? { actorId } : {}),
    ...(subjectUserId ? { subjectUserId } : {}),
    ...(action ? { action } : {}),
    ...period,
  };
}

async function serialize(rows: AuditEntry[]): Promise<AuditEntryDto[]> {
  const ids = rows.flatMap(({ subjectUserId }) => (subjectUserId ? [subjectUserId] : []));
  const users = await reading.prisma.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, username: true },
  });
  return rows.map((row) => ({
    id: row.seq.toString(),
    at: row.at.toISOString(),
    actor: row.actorId ? { id: row.actorId, name: row.actorName } : null,
    action: row.action,
    targetType: row.targetType,
    targetId: row.targetId,
    user: users.find(({ id }) => id === row.subjectUserId) ?? null,
    before: row.before,
    after: row.after,
    reason: row.reason,
    requestId: row.requestId,
    ip: row.ip,
    hash: Buffer.from(row.hash).toString("hex"),
  }));
}

/** Every action that stands in the log, in alphabetical order. */
export async function listAuditActions(): Promise<string[]> {
  // One index look-up an action, instead of reading the whole log.
  const rows = await sql<{ action: string }[]>`
    WITH RECURSIVE found AS (
      (SELECT action FROM audit_entry ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT e.action FROM audit_entry e WHERE e.action > f.action ORDER BY e.action LIMIT 1)
      FROM found f WHERE f.action IS NOT NULL)
    SELECT action FROM found WHERE action IS NOT NULL`;
  return rows.map(({ action }) => action);
}

const CSV_HEADER = csvHeader(
  "no",
  "timeUtc",
  "by",
  "action",
  "targetType",
  "target",
  "user",
  "reason",
  "before",
  "after",
  "request",
  "ipAddress",
  "hash",
);

/** The entries of a filter as a CSV download, newest first. */
export function exportAudit(query: AuditQuery): Promise<Response> {
  async function* rows() {
    const entries = everyRow(
      (page) => listAudit({ ...query, ...page }),
      (page) => page.entries,
    );
    for await (const entry of entries) yield csvRow(entry);
  }
  return csvResponse("audit", CSV_HEADER, rows());
}

function csvRow(entry: AuditEntryDto) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return [
    entry.id,
    entry.at,
    entry.actor?.name ?? SYSTEM,
    entry.action,
    entry.targetType,
    entry.targetId,
    entry.user?.username,
    entry.reason,
    json(entry.before),
    json(entry.after),
    entry.requestId,
    entry.ip,
    entry.hash,
  ];
}
