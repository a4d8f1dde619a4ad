import type { NotificationBroadcast, Prisma } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import type {
  BroadcastDetailDto,
  BroadcastDto,
  BroadcastsQuery,
  BroadcastsResponse,
  FoundRecipients,
  RecipientDto,
  RecipientsResponse,
} from "./broadcast-schema";

const SUGGESTIONS = 8;
const SHOWN_RECIPIENTS = 20;
/** Up to here everybody is counted; above it the index's size is the estimate. */
const COUNTED_MAX = 10_000;

/** How many active accounts there are. */
export async function countEveryone(): Promise<NonNullable<RecipientsResponse["everyone"]>> {
  const [row] = await prisma.$queryRaw<{ counted: number; estimate: number }[]>`
    SELECT (SELECT count(*) FROM (
        SELECT 1 FROM app_user WHERE is_active AND erased_at IS NULL
        ORDER BY id LIMIT ${COUNTED_MAX + 1}) AS counted)::int AS counted,
      (SELECT reltuples FROM pg_class WHERE oid = 'app_user_active'::regclass)::int AS estimate`;
  const { counted = 0, estimate = 0 } = row ?? {};
  return counted <= COUNTED_MAX
    ? { count: counted, exact: true }
    : { count: Math.max(counted, estimate), exact: false };
}

/** Active accounts whose username begins with a text, or whose email address it is. */
export async function searchRecipients(search: string): Promise<RecipientDto[]> {
  const text = search.toLowerCase();
  // The operators of the index, which compare by bytes: U+10FFFF comes after every character.
  return prisma.$queryRaw<RecipientDto[]>`
    SELECT id, username FROM (
      (SELECT id, username, username_key FROM app_user
        WHERE username_key ~>=~ ${text} AND username_key ~<~ ${`${text}\u{10FFFF}`}
          AND is_active AND erased_at IS NULL
        ORDER BY username_key USING ~<~ LIMIT ${SUGGESTIONS})
      UNION
      (SELECT id, username, username_key FROM app_user
        WHERE email = ${text} AND is_active AND erased_at IS NULL)
    ) AS found ORDER BY username_key LIMIT ${SUGGESTIONS}`;
}

/** The active accounts of a list of usernames, in its order, and the names that belong to none. */
export async function findRecipients(usernames: string[]): Promise<FoundRecipients> {
  const keys = usernames.map((name) => name.toLowerCase());
  const rows = await prisma.user.findMany({
    where: { usernameKey: { in: keys }, isActive: true, erasedAt: null },
    select: { id: true, username: true, usernameKey: true },
  });
  const byKey = new Map(
    rows.map(({ id, username, usernameKey }) => [usernameKey, { id, username }]),
  );
  return {
    users: [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []),
    unknown: usernames.filter((name) => !byKey.has(name.toLowerCase())),
  };
}

type Row = NotificationBroadcast & {
  author: { id: string; username: string };
  reads: { reads: number }[];
};

const include = {
  author: { select: { id: true, username: true } },
  reads: { select: { reads: true } },
} as const satisfies Prisma.NotificationBroadcastInclude;

function serialize(row: Row): BroadcastDto {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    audience: row.audience,
    status: row.status,
    recipientCount: row.recipientCount,
    deliveredCount: row.deliveredCount,
    readCount: row.reads.reduce((sum, { reads }) => sum + reads, 0),
    author: row.author,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** What was sent to many, newest first. */
export async function listBroadcasts({
  limit,
  cursor,
}: BroadcastsQuery): Promise<BroadcastsResponse> {
  const rows = await prisma.notificationBroadcast.findMany({
    // Ids are made in time order.
    where: cursor ? { id: { lt: cursor } } : {},
    orderBy: { id: "desc" },
    take: limit + 1,
    include,
  });
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.id);
  return { notifications: items.map(serialize), nextCursor };
}

/** One broadcast with the first of those who were picked for it. @throws AppError NOT_FOUND */
export async function getBroadcast(id: string): Promise<BroadcastDetailDto> {
  const row = await prisma.notificationBroadcast.findUnique({ where: { id }, include });
  if (!row) throw new AppError("NOT_FOUND");
  const recipients = await prisma.user.findMany({
    where: { id: { in: row.userIds.slice(0, SHOWN_RECIPIENTS) } },
    select: { id: true, username: true },
    orderBy: { usernameKey: "asc" },
  });
  return { ...serialize(row), recipients };
}
