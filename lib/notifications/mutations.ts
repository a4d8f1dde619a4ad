import { Prisma, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { EVENT_KIND, publishEvent, wakeAfter } from "@/lib/platform/outbox";
import { eventText, type RealtimeEvent, withFittingText } from "@/lib/platform/realtime";
import type { Text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { queueDispatches } from "./channels/queue";
import { kindOf } from "./channels/rules";
import type { ReadEvent } from "./schema";

export type NotificationInput = { userId: string; type: string; title: Text; message: Text };
type Row = { id: string; u: string; type: string; title: string; message: string };

/** What a notification's event carries beside it. */
type Marks = { quiet?: true; by?: string };

/**
 * Tells a user something, live and in their list, in the caller's transaction.
 * @param by the session that did what it tells of: no dialog opens there, over the result
 */
export function sendNotification(tx: Tx, input: NotificationInput, by?: string): Promise<void> {
  return sendNotifications(tx, [input], { by });
}

/** Tells any number of users something each, in one go. */
export async function sendNotifications(
  tx: Tx,
  inputs: NotificationInput[],
  marks: Marks = {},
): Promise<void> {
  if (inputs.length === 0) return;
  if (!inputs.every((input) => fits(input, marks))) {
    const items = inputs.map((input) => ({ ...input, quiet: marks.quiet }));
    await publishEvent(tx, ...(await writeNotifications(tx, items, marks)));
    return;
  }
  // One statement where two would do: most transactions that move money tell somebody.
  const [users, types, titles, messages, kinds] = columnsOf(inputs);
  const reached = marks.quiet
    ? Prisma.empty
    : Prisma.sql`, dispatched AS (${queueDispatches(Prisma.sql`SELECT id, user_id, kind FROM input`, marks.by)})`;
  await tx.$executeRaw`
    WITH input AS MATERIALIZED (
      SELECT uuid_v7() AS id, n.*
      FROM unnest(${users}::uuid[], ${types}::text[], ${titles}::text[], ${messages}::text[], ${kinds}::text[])
        WITH ORDINALITY AS n (user_id, type, title, message, kind, place)
    ), written AS (
      INSERT INTO notification (id, user_id, type, title, message)
      SELECT i.id, i.user_id, i.type, i.title, i.message FROM input i ORDER BY i.place
    )${reached}
    INSERT INTO outbox (user_id, kind, payload)
    SELECT i.user_id, ${EVENT_KIND}, (${JSON.stringify(marks)}::jsonb || jsonb_build_object('t', 'notification', 'u', i.user_id,
      'id', i.id, 'type', i.type, 'title', i.title, 'message', i.message))::json
    FROM input i ORDER BY i.place`;
  wakeAfter(tx);
}

/** Whether the event of a notification goes whole. */
function fits({ userId: u, ...told }: NotificationInput, marks: Marks): boolean {
  const event = { t: "notification", u, id: NO_ID, ...told, ...marks };
  return withFittingText(event, "message") === event && eventText(event) !== "";
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

const columnsOf = (inputs: NotificationInput[]) =>
  [
    inputs.map(({ userId }) => userId),
    inputs.map(({ type }) => type),
    inputs.map(({ title }) => title),
    inputs.map(({ message }) => message),
    inputs.map(({ type }) => kindOf(type)),
  ] as const;

/** Puts something in a user's list that needs no dialog: what they have just done themselves. */
export function notifyQuietly(tx: Tx, input: NotificationInput): Promise<void> {
  return sendNotifications(tx, [input], { quiet: true });
}

/**
 * Writes notifications. Only for deliveries, whose events the relay sends: others call sendNotification.
 * @param inputs quiet ones go to no device and no mailbox
 * @returns the event of each, in the same order
 */
export async function writeNotifications(
  tx: Tx,
  inputs: (NotificationInput & { quiet?: true })[],
  marks: Marks = {},
): Promise<RealtimeEvent[]> {
  if (inputs.length === 0) return [];
  const [users, types, titles, messages, kinds] = columnsOf(inputs);
  const loud = inputs.map(({ quiet }) => !quiet);
  const rows = await tx.$queryRaw<Row[]>`
    WITH input AS MATERIALIZED (
      SELECT uuid_v7() AS id, n.*
      FROM unnest(${users}::uuid[], ${types}::text[], ${titles}::text[], ${messages}::text[], ${kinds}::text[],
        ${loud}::boolean[]) WITH ORDINALITY AS n (user_id, type, title, message, kind, is_loud, place)
    ), dispatched AS (
      ${queueDispatches(Prisma.sql`SELECT id, user_id, kind FROM input WHERE is_loud`, marks.by)}
    ), written AS (
      INSERT INTO notification (id, user_id, type, title, message)
      SELECT i.id, i.user_id, i.type, i.title, i.message FROM input i ORDER BY i.place
    )
    SELECT i.id, i.user_id AS u, i.type, i.title, i.message FROM input i ORDER BY i.place`;
  return rows.map((row) => withFittingText({ t: "notification", ...row, ...marks }, "message"));
}

/** Every tab and device of the user shows those as read, and counts anew. */
const readEvent = (userId: string, what: ReadEvent) => ({
  t: "notification:read",
  u: userId,
  ...what,
});

/** Marks one notification read; a second time changes nothing. @throws AppError NOT_FOUND */
export async function markRead(userId: string, id: string): Promise<void> {
  const changed = await transaction(async (tx) => {
    const { count } = await tx.notification.updateMany({
      where: { id, userId, readAt: null },
      data: { readAt: now() },
    });
    if (count === 1) await publishEvent(tx, readEvent(userId, { id }));
    return count === 1;
  });
  if (changed) return;
  const exists = await prisma.notification.count({ where: { id, userId } });
  if (exists === 0) throw new AppError("NOT_FOUND");
}

/** Marks a user's notifications of one kind read, in the caller's transaction. */
export async function markTypeRead(tx: Tx, userId: string, type: string): Promise<void> {
  const { count } = await tx.notification.updateMany({
    where: { userId, type, readAt: null },
    data: { readAt: now() },
  });
  if (count > 0) await publishEvent(tx, readEvent(userId, { type }));
}

/** Marks all notifications of a user read. Returns how many were unread. */
export function markAllRead(userId: string): Promise<number> {
  return transaction(async (tx) => {
    const { count } = await tx.notification.updateMany({
      where: { userId, readAt: null },
      data: { readAt: now() },
    });
    if (count > 0) await publishEvent(tx, readEvent(userId, { all: true }));
    return count;
  });
}
