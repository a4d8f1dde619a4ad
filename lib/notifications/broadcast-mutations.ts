import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { countEveryone, getBroadcast } from "./broadcast-data";
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
    who ? `These accounts are not active: ${who}` : "Some of these users do not exist",
  );
}

/** The broadcast that a key stands for, if there is one. @throws AppError IDEMPOTENCY_CONFLICT */
async function findByKey(clientKey: string, input: CreateBroadcastInput) {
  const row = await prisma.notificationBroadcast.findUnique({ where: { clientKey } });
  if (!row) return null;
  const { title, message, audience } = input;
  if (row.title !== title || row.message !== message || row.audience !== audience) {
    throw new AppError("IDEMPOTENCY_CONFLICT");
  }
  return getBroadcast(row.id);
}

/**
 * Puts a message to many in the queue; a job delivers it. Repeating the same key returns the first.
 * @throws AppError VALIDATION for people who can't be told, IDEMPOTENCY_CONFLICT
 */
export async function createBroadcast(
  actor: Actor & { id: string },
  input: CreateBroadcastInput,
  clientKey: string,
): Promise<BroadcastDetailDto> {
  const known = await findByKey(clientKey, input);
  if (known) return known;
  const { title, message, audience } = input;
  const userIds = audience === "all" ? [] : [...new Set(input.userIds)].sort();
  const everyone = audience === "all" ? await countEveryone() : null;
  const recipientCount = everyone?.count ?? userIds.length;
  try {
    const id = await transaction(async (tx) => {
      await checkPicked(tx, userIds);
      const row = await tx.notificationBroadcast.create({
        data: { authorId: actor.id, title, message, audience, userIds, recipientCount, clientKey },
      });
      await appendAudit(tx, actor, {
        action: "notification.send",
        targetType: "notification",
        targetId: row.id,
        after: { title, message, audience, recipients: recipientCount },
      });
      await enqueue(broadcastJob, {}, { tx });
      return row.id;
    });
    return await getBroadcast(id);
  } catch (error) {
    const first = violatedUnique(error) ? await findByKey(clientKey, input) : null;
    if (!first) throw error;
    return first;
  }
}
