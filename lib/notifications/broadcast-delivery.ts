import { Prisma, prisma, type Tx, transaction } from "@/lib/platform/db";
import { publishEvent } from "@/lib/platform/outbox";
import type { RealtimeEvent } from "@/lib/platform/realtime";
import { MAX_PICKED } from "./broadcast-rules";
import { queueDispatches } from "./channels/queue";
import { kindOf } from "./channels/rules";

/** People a statement: enough to be fast, few enough that a batch is done in a moment. */
const BATCH_SIZE = 2_000;
/** One more than can be picked, which tells the batch that it is the last. */
const FIRST_SIZE = MAX_PICKED + 1;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** The event that stands for one notification of each of many users; see `ownNotifications`. */
export const BROADCAST_EVENT = "broadcast";
const NOTIFICATION_TYPE = "announcement";

type Claimed = {
  id: string;
  audience: string;
  user_ids: string[];
  title: string;
  message: string;
  cursor_user_id: string | null;
  created_at: Date;
};

/** The oldest broadcast that nobody else is working on. */
const OLDEST = Prisma.sql`status IN ('queued', 'sending') ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

/** One of which nobody has anything yet. Whoever begins with it now is waited for. */
const notBegun = (id: string) =>
  Prisma.sql`id = ${id}::uuid AND status = 'queued' FOR NO KEY UPDATE`;

/** A broadcast to work on, locked until the transaction ends. */
async function claim(tx: Tx, which: Prisma.Sql): Promise<Claimed | undefined> {
  const [row] = await tx.$queryRaw<Claimed[]>`
    SELECT id, audience, user_ids, title, message, cursor_user_id, created_at
    FROM notification_broadcast WHERE ${which}`;
  return row;
}

type Batch = { taken: number; delivered: number; last: string | null };

/** Writes the notifications of the next users behind the cursor. Who joined later gets none. */
async function insertBatch(tx: Tx, broadcast: Claimed, size: number): Promise<Batch> {
  const { id, audience, user_ids, title, message, cursor_user_id, created_at } = broadcast;
  const picked = audience === "all" ? Prisma.empty : Prisma.sql`AND id = ANY (${user_ids}::uuid[])`;
  const [batch] = await tx.$queryRaw<Batch[]>`
    WITH batch AS (
      SELECT id FROM app_user
      WHERE is_active AND erased_at IS NULL AND created_at <= ${created_at}
        AND id > ${cursor_user_id ?? FIRST_ID}::uuid ${picked}
      ORDER BY id LIMIT ${size}
    ), delivered AS (
      INSERT INTO notification (user_id, broadcast_id, type, title, message)
      SELECT id, ${id}::uuid, ${NOTIFICATION_TYPE}, ${title}, ${message} FROM batch ORDER BY id
      ON CONFLICT (broadcast_id, user_id) DO NOTHING
      RETURNING id, user_id
    ), dispatched AS (
      ${queueDispatches(Prisma.sql`SELECT id, user_id, ${kindOf(NOTIFICATION_TYPE)}::text AS kind FROM delivered`)}
    )
    SELECT (SELECT count(*) FROM batch)::int AS taken,
      (SELECT count(*) FROM delivered)::int AS delivered,
      (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last`;
  return batch ?? { taken: 0, delivered: 0, last: null };
}

/**
 * Delivers the first part of a broadcast, unless somebody has: everybody who was picked, or a thousand of
 * everyone. When this returns, they have it.
 * @returns whether it left a rest
 */
export async function deliverFirst(id: string): Promise<boolean> {
  return (await deliver(notBegun(id), FIRST_SIZE)) === "part";
}

/**
 * Delivers one batch of the oldest unfinished broadcast.
 * @returns whether there was anything to do
 */
export async function deliverBatch(size = BATCH_SIZE): Promise<boolean> {
  return (await deliver(OLDEST, size)) !== "nothing";
}

/**
 * Delivers one batch of a broadcast. The cursor moves with the batch, in one
 * transaction: a crash at any point loses nothing and tells nobody twice, and any number of
 * processes may call this at once.
 */
function deliver(which: Prisma.Sql, size: number): Promise<"nothing" | "part" | "rest"> {
  return transaction(async (tx) => {
    const broadcast = await claim(tx, which);
    if (!broadcast) return "nothing";
    const { taken, delivered, last } = await insertBatch(tx, broadcast, size);
    const isDone = taken < size;
    await tx.$executeRaw`
      UPDATE notification_broadcast SET
        status = ${isDone ? "sent" : "sending"},
        cursor_user_id = coalesce(${last}::uuid, cursor_user_id),
        delivered_count = delivered_count + ${delivered},
        recipient_count = CASE
          WHEN ${isDone} AND audience = 'all' THEN delivered_count + ${delivered}
          ELSE greatest(recipient_count, delivered_count + ${delivered}) END,
        finished_at = CASE WHEN ${isDone} THEN app_now() END
      WHERE id = ${broadcast.id}::uuid`;
    // One event for the whole batch: each instance looks up the few of its users who are online.
    if (last !== null) {
      const after = broadcast.cursor_user_id ?? FIRST_ID;
      await publishEvent(tx, { t: BROADCAST_EVENT, u: null, id: broadcast.id, after, upTo: last });
    }
    return isDone ? "rest" : "part";
  });
}

/**
 * The notifications of a batch that are for users who are online here.
 * @param event as `deliverBatch` sent it
 * @param userIds of the people who are connected to this process
 */
export async function ownNotifications(
  event: RealtimeEvent,
  userIds: string[],
): Promise<RealtimeEvent[]> {
  const { id, after, upTo } = event as unknown as { id: string; after: string; upTo: string };
  const meant = userIds.filter((userId) => userId > after && userId <= upTo);
  if (meant.length === 0) return [];
  const rows = await prisma.notification.findMany({
    where: { broadcastId: id, userId: { in: meant } },
  });
  return rows.map((row) => ({
    t: "notification",
    u: row.userId,
    id: row.id,
    type: row.type,
    title: row.title,
    message: row.message,
  }));
}
