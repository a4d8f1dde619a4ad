import { isDeepStrictEqual } from "node:util";
import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { text } from "@/lib/platform/text";
import { countEveryone, getBroadcast } from "./broadcast-data";
import { deliverFirst } from "./broadcast-delivery";
import { broadcastJob } from "./broadcast-job";
import type { BroadcastDetailDto, CreateBroadcastInput } from "./broadcast-schema";

/** @throws AppError VALIDATION when some of the people can't be told */
async function checkPicked(tx: Tx, userIds: string[]): Promise<void> {
  const active = await tx.user.findMany({
    where: { id: { in: userIds }, isActive: true, erasedAt: null },
    select: { id: true },
  });
  if (active.length === userIds.length) return;
  const known = new Set(active.map(({ id }) => id));
  const gone = userIds.filter((id) => !known.has(id));
  const names = await tx.user.findMany({
    where: { id: { in: gone } },
    select: { username: true },
    take: 5,
  });
  const who = names.map(({ username }) => username).join(", ");
  throw invalidField(
    "userIds",
    who
      ? text("errors.notifications.theseAccountsNotActive", { who })
      : text("errors.notifications.someTheseUsersDoNotExist"),
  );
}

/** Who a message is for by name, in the order that is stored; nobody by name when it is for everyone. */
const pickedOf = ({ audience, userIds }: CreateBroadcastInput): string[] =>
  audience === "all" ? [] : [...new Set(userIds)].sort();

/** The id of the broadcast that a key stands for, if there is one. @throws AppError IDEMPOTENCY_CONFLICT */
async function findByKey(clientKey: string, input: CreateBroadcastInput): Promise<string | null> {
  const row = await prisma.notificationBroadcast.findUnique({ where: { clientKey } });
  if (!row) return null;
  const { title, message, audience } = input;
  const isSame =
    row.title === title &&
    row.message === message &&
    row.audience === audience &&
    isDeepStrictEqual(row.userIds, pickedOf(input));
  if (!isSame) throw new AppError("IDEMPOTENCY_CONFLICT");
  return row.id;
}

/** So many people at most find what was sent to them in their part of the audit log. */
const MAX_SUBJECTS = 100;

/** The first people have it before the sender hears of it. What fails here, the job does. */
async function deliverAtOnce(id: string): Promise<void> {
  const hasRest = await deliverFirst(id).catch((error: unknown) => {
    log.error({ event: "broadcast.first_part_deferred", err: error, id });
    return true;
  });
  if (!hasRest) return;
  // The job passes over what somebody is working on, as was just done here. It also looks every minute.
  await enqueue(broadcastJob, {}).catch((error: unknown) => {
    log.error({ event: "broadcast.rest_deferred", err: error, id });
  });
}

/**
 * Sends a message to many: to the first thousand at once, to the rest by a job. Repeating the same key
 * returns the first.
 * @throws AppError VALIDATION for people who can't be told, IDEMPOTENCY_CONFLICT
 */
export async function createBroadcast(
  actor: Actor & { id: string },
  input: CreateBroadcastInput,
  clientKey: string,
): Promise<BroadcastDetailDto> {
  const id = (await findByKey(clientKey, input)) ?? (await store(actor, input, clientKey));
  await deliverAtOnce(id);
  return getBroadcast(id);
}

/** Stores a broadcast to be delivered, and returns its id. */
async function store(
  actor: Actor & { id: string },
  input: CreateBroadcastInput,
  clientKey: string,
): Promise<string> {
  const { title, message, audience } = input;
  const userIds = pickedOf(input);
  const everyone = audience === "all" ? await countEveryone() : null;
  const recipientCount = everyone?.count ?? userIds.length;
  try {
    return await transaction(async (tx) => {
      await checkPicked(tx, userIds);
      const row = await tx.notificationBroadcast.create({
        data: { authorId: actor.id, title, message, audience, userIds, recipientCount, clientKey },
      });
      const subjects = userIds.length <= MAX_SUBJECTS ? userIds : [];
      for (const subjectUserId of subjects.length > 0 ? subjects : [undefined]) {
        await appendAudit(tx, actor, {
          action: "notification.send",
          targetType: "notification",
          targetId: row.id,
          subjectUserId,
          after: { title, message, audience, recipients: recipientCount },
        });
      }
      await enqueue(broadcastJob, {}, { tx });
      return row.id;
    });
  } catch (error) {
    const first = violatedUnique(error) ? await findByKey(clientKey, input) : null;
    if (!first) throw error;
    return first;
  }
}
