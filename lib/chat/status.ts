import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Chat } from "@/lib/generated/prisma/client";
import { markTypeRead, sendNotification } from "@/lib/notifications/mutations";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { chatOf, conversationOf } from "./data";
import { countUnread, lockChat, NOTIFICATION_TYPE, publishBoth } from "./mutations";
import type { ChatDto } from "./schema";

/**
 * Closes or reopens a conversation; either answers a request to reopen it. Doing it again changes nothing.
 * @throws AppError NOT_FOUND
 */
export async function setChatStatus(
  actor: Actor,
  chatId: string,
  status: ChatDto["status"],
): Promise<void> {
  await transaction(async (tx) => {
    await findForStaff(tx, chatId);
    const chat = await lockChat(tx, chatId);
    const asked = chat.reopenRequestedAt !== null;
    if (chat.status === status && !asked) return;
    await tx.chat.update({
      where: { id: chatId },
      data: {
        status,
        reopenRequestedAt: null,
        ...(status === "closed" ? { closedAt: chat.closedAt ?? now() } : { closedAt: null }),
        // A closed one waits only for being reopened.
        ...(status === "closed" || chat.status === "closed" ? { waitingSince: null } : {}),
      },
    });
    await publishStatus(tx, chat, status);
    if (asked && status === "open" && chat.userId) {
      await sendNotification(tx, {
        userId: chat.userId,
        type: NOTIFICATION_TYPE,
        title: text("notices.chat.reopened"),
        message: text("notices.chat.reopenedText"),
      });
    }
    await appendAudit(tx, actor, {
      action: status === "closed" ? "chat.close" : "chat.reopen",
      targetType: "chat",
      targetId: chatId,
      subjectUserId: chat.userId ?? undefined,
      before: { status: chat.status, ...(asked ? { reopenRequested: true } : {}) },
      after: { status, ...(asked ? { reopenRequested: false } : {}) },
    });
  });
}

/**
 * Asks support to reopen a user's own closed conversation, which then waits in the queue. Asking again, or of one that
 * is open, changes nothing.
 */
export async function requestReopen(userId: string): Promise<ChatDto> {
  return transaction(async (tx) => {
    const { id } = await conversationOf(tx, userId);
    const chat = await lockChat(tx, id);
    if (chat.status === "open" || chat.reopenRequestedAt) return chatOf(tx, chat, "user");
    const at = now();
    const asked = await tx.chat.update({
      where: { id },
      data: {
        reopenRequestedAt: at,
        waitingSince: at,
        // The lists of staff have only what something was said in.
        lastMessageAt: chat.lastMessageAt ?? at,
      },
    });
    await publishStatus(tx, asked, asked.status);
    return chatOf(tx, asked, "user");
  });
}

/**
 * Hides what was said from both sides, up to a message or all of it; it stays in the database for audit. What is
 * already hidden stays so.
 * @throws AppError NOT_FOUND
 */
export async function clearChatHistory(
  actor: Actor,
  chatId: string,
  upTo: string | undefined,
): Promise<void> {
  await transaction(async (tx) => {
    await findForStaff(tx, chatId);
    const chat = await lockChat(tx, chatId);
    const where = {
      chatId,
      id: {
        ...(upTo ? { lte: upTo } : {}),
        ...(chat.clearedBeforeId ? { gt: chat.clearedBeforeId } : {}),
      },
    };
    const newest = await tx.chatMessage.findFirst({
      where,
      orderBy: { id: "desc" },
      select: { id: true },
    });
    if (!newest) return;
    const hidden = await tx.chatMessage.count({ where });
    const left = { id: chatId, clearedBeforeId: newest.id };
    const userUnread = await countUnread(tx, left, "support");
    const supportUnread = await countUnread(tx, left, "user");
    await tx.chat.update({
      where: { id: chatId },
      data: { clearedBeforeId: newest.id, userUnread, supportUnread },
    });
    if (chat.userId && userUnread === 0) await markTypeRead(tx, chat.userId, NOTIFICATION_TYPE);
    await publishStatus(tx, chat, chat.status);
    await appendAudit(tx, actor, {
      action: "chat.clear_history",
      targetType: "chat",
      targetId: chatId,
      subjectUserId: chat.userId ?? undefined,
      before: { clearedBeforeId: chat.clearedBeforeId },
      after: { clearedBeforeId: newest.id, hiddenMessages: hidden },
    });
  });
}

async function findForStaff(tx: Tx, chatId: string): Promise<Chat> {
  const chat = await tx.chat.findUnique({ where: { id: chatId } });
  if (!chat) throw new AppError("NOT_FOUND");
  return chat;
}

/** Tells both sides whether a conversation is open. */
export async function publishStatus(tx: Tx, chat: Chat, status: string): Promise<void> {
  await publishBoth(tx, chat, { t: "chat:status", chatId: chat.id, status });
}
