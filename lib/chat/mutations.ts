import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Chat, ChatMessage } from "@/lib/generated/prisma/client";
import { markTypeRead, sendNotification } from "@/lib/notifications/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { type FileTarget, isStoredImage, storeImage } from "@/lib/platform/files";
import type { Upload } from "@/lib/platform/http";
import { publishEvent } from "@/lib/platform/outbox";
import { withFittingText } from "@/lib/platform/realtime";
import { asWritten, text } from "@/lib/platform/text";
import type { Principal } from "@/lib/sessions/mutations";
import { may } from "@/lib/sessions/permission-rules";
import { mailAnswer } from "./answer-mail";
import { chatOf, conversationOf } from "./data";
import { automaticAnswer } from "./hours/answer";
import { excerptOf } from "./rules";
import type { ChatDto, MessageDto } from "./schema";
import { type Side, serializeMessage } from "./serializers";

/** Staff who may use the chat. */
export const STAFF = "admins:chat.answer";
/** Kind of the notification about unread messages. */
export const NOTIFICATION_TYPE = "chat";

type Person = Pick<Principal, "userId" | "isAdmin" | "permissions">;
/** A conversation and the side that somebody is on. */
export type Place = { chat: Chat; side: Side };

/**
 * Which conversation a person means, and on which side of it they are.
 * @param chatId without one it is the person's own; staff have to say which one they mean
 * @throws AppError VALIDATION for staff without one, FORBIDDEN for staff who don't answer in the chat, NOT_FOUND for what
 * isn't theirs
 */
async function placeOf(person: Person, chatId: string | undefined): Promise<Place> {
  if (chatId === undefined) {
    if (person.isAdmin) throw invalidField("chatId", text("errors.chat.chooseConversation"));
    return { chat: await conversationOf(prisma, person.userId), side: "user" };
  }
  const chat = await prisma.chat.findUnique({ where: { id: chatId } });
  if (chat?.userId === person.userId) return { chat, side: "user" };
  if (person.isAdmin && !may(person, "chat.answer")) throw new AppError("FORBIDDEN");
  if (!chat || !person.isAdmin) throw new AppError("NOT_FOUND");
  return { chat, side: "support" };
}

type Content = { text: string } | { imageFileId: string };

/**
 * Says something in a conversation. `clientKey` makes a repetition harmless; `actor` stands in the audit log for
 * an answer of support.
 */
type Send = { person: Person; actor: Actor; chatId?: string; clientKey: string };

/**
 * Sends a text. Repeating the same key returns the first message.
 * @throws AppError CHAT_CLOSED, IDEMPOTENCY_CONFLICT for a key that was used for another message,
 * FORBIDDEN, NOT_FOUND
 */
export async function sendText({ person, actor, chatId, clientKey }: Send, text: string) {
  const place = await placeOf(person, chatId);
  const isSame = (message: ChatMessage) => message.text === text;
  return sendOnce(place, clientKey, isSame, () =>
    transaction((tx) => insertMessage(tx, place, { actor, clientKey, content: { text } })),
  );
}

/**
 * Sends an image; only the conversation's user and chat staff can fetch it. Repeating the same key
 * returns the first message.
 * @throws AppError CHAT_CLOSED, UNSUPPORTED_MEDIA_TYPE, VALIDATION, RATE_LIMITED, IDEMPOTENCY_CONFLICT,
 * FORBIDDEN, NOT_FOUND
 */
export async function sendImage({ person, actor, chatId, clientKey }: Send, upload: Upload) {
  const place = await placeOf(person, chatId);
  const { userId: ownerId } = place.chat;
  if (ownerId === null) throw invalidField("image", text("errors.chat.visitorsGetTexts"));
  const target: FileTarget = {
    ownerId,
    byStaff: place.side === "support",
    visibility: "private",
    purpose: "chat-image",
    field: "image",
  };
  const isSame = ({ text, imageFileId }: ChatMessage) =>
    text === null && (imageFileId === null || isStoredImage(imageFileId, upload, target));
  return sendOnce(place, clientKey, isSame, () => {
    if (place.side === "user" && place.chat.status === "closed") throw new AppError("CHAT_CLOSED");
    return storeImage(upload, target, (tx, imageFileId) =>
      insertMessage(tx, place, { actor, clientKey, content: { imageFileId } }),
    );
  });
}

/** Runs `send` unless the key was used before; of several at once, one gets through. */
export async function sendOnce(
  { chat, side }: Place,
  clientKey: string,
  isSame: (message: ChatMessage) => boolean | Promise<boolean>,
  send: () => Promise<ChatMessage>,
): Promise<MessageDto> {
  const find = () =>
    prisma.chatMessage.findUnique({
      where: { chatId_clientKey: { chatId: chat.id, clientKey } },
    });
  let message = await find();
  if (!message) {
    try {
      return serializeMessage(await send(), side);
    } catch (error) {
      if (!violatedUnique(error)) throw error;
      message = await find();
      if (!message) throw error;
    }
  }
  if (!(await isSame(message))) throw new AppError("IDEMPOTENCY_CONFLICT");
  return serializeMessage(message, side);
}

type Locked = { user_unread: number; last_message_at: Date };

/**
 * Adds a message to a conversation and counts it as unread; only support writes in a closed one, and what it writes
 * is the answer that its user waited for. The update
 * comes first: its row lock puts messages, their ids and the counters of a conversation in one order.
 * @throws AppError CHAT_CLOSED
 */
export async function insertMessage(
  tx: Tx,
  { chat, side }: Place,
  { actor, clientKey, content }: { actor: Actor; clientKey: string; content: Content },
): Promise<ChatMessage> {
  const isAnswer = side === "support";
  const [forUser, forSupport] = isAnswer ? [1, 0] : [0, 1];
  const [locked] = await tx.$queryRaw<Locked[]>`
    UPDATE chat SET last_message_at = app_now(),
      user_unread = user_unread + ${forUser}, support_unread = support_unread + ${forSupport},
      waiting_since = CASE WHEN ${isAnswer} THEN NULL ELSE coalesce(waiting_since, app_now()) END,
      reopen_requested_at = CASE WHEN ${isAnswer} THEN NULL ELSE reopen_requested_at END
    WHERE id = ${chat.id}::uuid AND (status = 'open' OR ${isAnswer})
    RETURNING user_unread, last_message_at`;
  if (!locked) throw new AppError("CHAT_CLOSED");
  const message = await tx.chatMessage.create({
    data: {
      chatId: chat.id,
      sender: side,
      authorId: actor.id,
      clientKey,
      createdAt: locked.last_message_at,
      ...content,
    },
  });
  await publishMessage(tx, chat.userId, message);
  if (side === "user") {
    const answer = await automaticAnswer(tx, chat, message);
    if (answer) await publishMessage(tx, chat.userId, answer);
  }
  if (side === "support") {
    await tellOther(tx, chat, message, locked.user_unread === 1);
    // What was said stands in the conversation.
    await appendAudit(tx, actor, {
      action: "chat.answer",
      targetType: "chat",
      targetId: chat.id,
      subjectUserId: chat.userId ?? undefined,
      after: { messageId: message.id, kind: message.text === null ? "image" : "text" },
    });
  }
  return message;
}

/** Tells whom support answered: a visitor by mail, a user by one notification for any number of unread answers. */
async function tellOther(
  tx: Tx,
  chat: Chat,
  message: ChatMessage,
  isFirstUnread: boolean,
): Promise<void> {
  if (chat.userId === null) return mailAnswer(tx, chat, message.text ?? "");
  if (!isFirstUnread) return;
  await sendNotification(tx, {
    userId: chat.userId,
    type: NOTIFICATION_TYPE,
    title: text("notices.chat.newMessageFromSupport"),
    message:
      message.text === null
        ? text("notices.chat.supportSentImage")
        : asWritten(excerptOf(message.text)),
  });
}

/** Tells both sides, each as they would read it from the API; of a text that is too large for it as much as fits. */
async function publishMessage(tx: Tx, userId: string | null, message: ChatMessage): Promise<void> {
  const eventFor = (u: string, viewer: Side) => {
    const { text, ...rest } = serializeMessage(message, viewer);
    const event = { t: "chat:message", u, chatId: message.chatId, ...rest };
    return text === null ? { ...event, text } : withFittingText({ ...event, text }, "text");
  };
  if (userId !== null) await publishEvent(tx, eventFor(userId, "user"));
  await publishEvent(tx, eventFor(STAFF, "support"));
}

/** Locks a conversation against new messages until the transaction ends. */
export async function lockChat(tx: Tx, chatId: string): Promise<Chat> {
  await tx.$queryRaw`SELECT id FROM chat WHERE id = ${chatId}::uuid FOR NO KEY UPDATE`;
  return tx.chat.findUniqueOrThrow({ where: { id: chatId } });
}

/** How many messages of a side the other one has not read, of those that are not hidden. */
export function countUnread(
  tx: Tx,
  { id, clearedBeforeId }: Pick<Chat, "id" | "clearedBeforeId">,
  sender: Side,
): Promise<number> {
  return tx.chatMessage.count({
    where: {
      chatId: id,
      sender,
      readAt: null,
      ...(clearedBeforeId ? { id: { gt: clearedBeforeId } } : {}),
    },
  });
}

/**
 * Marks what the other side said as read, up to a message or all of it. What is already read stays
 * as it is.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function markChatRead(
  person: Person,
  chatId: string,
  upTo: string | undefined,
): Promise<ChatDto> {
  const { side } = await placeOf(person, chatId);
  const other: Side = side === "user" ? "support" : "user";
  return transaction(async (tx) => {
    const chat = await lockChat(tx, chatId);
    const marked = await tx.$executeRaw`
      UPDATE chat_message SET read_at = app_now()
      WHERE chat_id = ${chatId}::uuid AND sender = ${other} AND read_at IS NULL
        AND (${chat.clearedBeforeId}::uuid IS NULL OR id > ${chat.clearedBeforeId}::uuid)
        AND (${upTo ?? null}::uuid IS NULL OR id <= ${upTo ?? null}::uuid)`;
    if (marked === 0) return chatOf(tx, chat, side);
    const left = await countUnread(tx, chat, other);
    const data = side === "user" ? { userUnread: left } : { supportUnread: left };
    const changed = await tx.chat.update({ where: { id: chatId }, data });
    const event = { t: "chat:read", chatId, reader: side, upTo: upTo ?? null };
    await publishBoth(tx, chat, event);
    if (side === "user" && chat.userId && left === 0)
      await markTypeRead(tx, chat.userId, NOTIFICATION_TYPE);
    return chatOf(tx, changed, side);
  });
}

/** Tells the user, where there is one, and staff of a change. */
export async function publishBoth(
  tx: Tx,
  { userId }: Pick<Chat, "userId">,
  event: { t: string; chatId: string; [key: string]: unknown },
): Promise<void> {
  await publishEvent(tx, ...[userId, STAFF].flatMap((u) => (u === null ? [] : [{ ...event, u }])));
}
