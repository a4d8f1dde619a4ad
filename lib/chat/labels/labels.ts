import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { getStaffChat } from "@/lib/chat/data";
import { lockChat } from "@/lib/chat/mutations";
import type { StaffChatDto } from "@/lib/chat/schema";
import { publishStatus } from "@/lib/chat/status";
import { prisma, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { text } from "@/lib/platform/text";
import { MAX_LABELS } from "./rules";
import type { LabelDto } from "./schema";

/** All labels, by name. */
export async function listLabels(): Promise<LabelDto[]> {
  const rows = await prisma.chatLabel.findMany({ orderBy: { nameKey: "asc" }, take: MAX_LABELS });
  return rows.map(({ id, name }) => ({ id, name }));
}

/** Adds a label. @throws AppError CONFLICT for a name that is taken, VALIDATION when there are too many */
export async function createLabel(actor: Actor, name: string): Promise<LabelDto> {
  const made = madeBefore();
  if (made) return { id: made, name };
  try {
    return await transaction(async (tx) => {
      if ((await tx.chatLabel.count()) >= MAX_LABELS) {
        throw invalidField("name", text("errors.chat.tooManyLabels", { max: MAX_LABELS }));
      }
      const nameKey = name.normalize("NFKC").toLowerCase();
      const { id } = await tx.chatLabel.create({ data: { name, nameKey } });
      await appendAudit(tx, actor, {
        action: "chat.label_create",
        targetType: "chat_label",
        targetId: id,
        after: { name },
      });
      await markApplied(tx, id);
      return { id, name };
    });
  } catch (error) {
    if (!violatedUnique(error)) throw error;
    const message = text("errors.chat.labelTaken");
    throw new AppError("CONFLICT", { message, errors: { name: [message] } });
  }
}

/** Deletes a label, from all conversations too. @throws AppError NOT_FOUND */
export async function deleteLabel(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.chatLabel.findUnique({ where: { id } });
    const { count } = await tx.chatLabel.deleteMany({ where: { id } });
    if (!row || count === 0) throw new AppError("NOT_FOUND");
    await appendAudit(tx, actor, {
      action: "chat.label_delete",
      targetType: "chat_label",
      targetId: id,
      before: { name: row.name },
    });
  });
}

/**
 * Gives a conversation its labels, in the place of those that it had. It is told to staff alone.
 * @throws AppError NOT_FOUND, VALIDATION for a label that is gone
 */
export async function setLabels(
  actor: Actor,
  chatId: string,
  labelIds: string[],
): Promise<StaffChatDto> {
  const wanted = [...new Set(labelIds)];
  await transaction(async (tx) => {
    const known = await tx.chat.findUnique({ where: { id: chatId } });
    if (!known) throw new AppError("NOT_FOUND");
    const chat = await lockChat(tx, chatId);
    const labels = await tx.chatLabel.findMany({ where: { id: { in: wanted } } });
    if (labels.length < wanted.length) {
      throw invalidField("labelIds", text("errors.chat.labelGone"));
    }
    const before = await tx.chatLabelled.findMany({ where: { chatId }, include: { label: true } });
    await tx.chatLabelled.deleteMany({ where: { chatId } });
    await tx.chatLabelled.createMany({ data: wanted.map((labelId) => ({ chatId, labelId })) });
    await publishStatus(tx, { ...chat, userId: null }, chat.status);
    // Without its user as subject: people see what the log says of them.
    await appendAudit(tx, actor, {
      action: "chat.label",
      targetType: "chat",
      targetId: chatId,
      before: { labels: before.map(({ label }) => label.name).sort() },
      after: { labels: labels.map(({ name }) => name).sort() },
    });
  });
  return getStaffChat(chatId);
}
