import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { CannedReply } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import type { CannedReplyDto, CannedReplyInput, UpdateReplyInput } from "./schema";

/** As many as a person can still find their way in. */
const MAX_REPLIES = 200;

const serialize = ({ id, title, text, updatedAt }: CannedReply): CannedReplyDto => ({
  id,
  title,
  text,
  updatedAt: updatedAt.toISOString(),
});

/** All saved replies in the order of their titles. */
export async function listReplies(): Promise<CannedReplyDto[]> {
  const rows = await prisma.cannedReply.findMany({ orderBy: { title: "asc" }, take: MAX_REPLIES });
  return rows.map(serialize);
}

/** Runs a change; a title that another reply has is said at its field. */
async function change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(work);
  } catch (error) {
    if (!violatedUnique(error)) throw error;
    const message = text("errors.chat.anotherSavedReplyTitle");
    throw new AppError("CONFLICT", { message, errors: { title: [message] } });
  }
}

type Change = { action: string; id: string; before?: CannedReplyInput; after?: CannedReplyInput };

function audit(tx: Tx, actor: Actor, { action, id, ...values }: Change): Promise<void> {
  return appendAudit(tx, actor, {
    action: `chat.reply_${action}`,
    targetType: "canned_reply",
    targetId: id,
    ...values,
  });
}

/** Saves a reply. @throws AppError CONFLICT for a title that is taken, VALIDATION when there are too many */
export async function createReply(actor: Actor, input: CannedReplyInput): Promise<CannedReplyDto> {
  const made = madeBefore();
  if (made) return serialize(await prisma.cannedReply.findUniqueOrThrow({ where: { id: made } }));
  return change(async (tx) => {
    if ((await tx.cannedReply.count()) >= MAX_REPLIES) {
      throw invalidField(
        "title",
        text("errors.chat.thereSavedRepliesAlready", { maxReplies: MAX_REPLIES }),
      );
    }
    const row = await tx.cannedReply.create({ data: input });
    await audit(tx, actor, { action: "create", id: row.id, after: input });
    await markApplied(tx, row.id);
    return serialize(row);
  });
}

/**
 * Changes a saved reply.
 * @throws AppError NOT_FOUND, CONFLICT for a title that is taken and for a version that is no longer the newest
 */
export function updateReply(
  actor: Actor,
  id: string,
  { updatedAt, ...input }: UpdateReplyInput,
): Promise<CannedReplyDto> {
  return change(async (tx) => {
    const before = await tx.cannedReply.findUnique({ where: { id } });
    if (!before) throw new AppError("NOT_FOUND");
    const { count } = await tx.cannedReply.updateMany({
      where: { id, updatedAt: updatedAt ? new Date(updatedAt) : before.updatedAt },
      data: { ...input, updatedAt: now() },
    });
    if (count === 0) throw new AppError("CONFLICT");
    const row = await tx.cannedReply.findUniqueOrThrow({ where: { id } });
    const { title, text } = before;
    await audit(tx, actor, { action: "update", id, before: { title, text }, after: input });
    return serialize(row);
  });
}

/** Deletes a saved reply. Messages that were made from it stay. @throws AppError NOT_FOUND */
export async function deleteReply(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.cannedReply.findUnique({ where: { id } });
    const { count } = await tx.cannedReply.deleteMany({ where: { id } });
    if (!row || count === 0) throw new AppError("NOT_FOUND");
    const { title, text } = row;
    await audit(tx, actor, { action: "delete", id, before: { title, text } });
  });
}
