import type { Chat, ChatLabel, ChatMessage, User } from "@/lib/generated/prisma/client";
import { fileUrl } from "@/lib/platform/files";
import { excerptOf, sentKeyOf } from "./rules";
import type { ChatDto, MessageDto, StaffChatDto } from "./schema";

/** The two sides of a conversation. */
export type Side = MessageDto["sender"];

/** A message row as one side sees it. */
export function serializeMessage(row: ChatMessage, viewer: Side): MessageDto {
  return {
    id: row.id,
    sender: row.sender,
    text: row.text,
    imageUrl: row.imageFileId === null ? null : fileUrl(row.imageFileId),
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
    clientKey: row.sender === viewer ? sentKeyOf(row.clientKey) : null,
  };
}

/** A conversation as one side sees it. */
export function serializeChat(row: Chat, viewer: Side): ChatDto {
  return {
    id: row.id,
    status: row.status,
    unread: viewer === "user" ? row.userUnread : row.supportUnread,
    clearedUpTo: row.clearedBeforeId,
    reopenRequested: row.reopenRequestedAt !== null,
  };
}

/** A conversation with its user and its newest message. */
export type ChatWithPeople = Chat & {
  user: User | null;
  assignedTo: User | null;
  labels: { label: ChatLabel }[];
  messages: ChatMessage[];
};

/** Who wrote without an account; null where the conversation is a user's. */
function visitorOf({ visitorName: name, visitorEmail: email, visitorReference: reference }: Chat) {
  return name !== null && email !== null && reference !== null ? { name, email, reference } : null;
}

/** A conversation as staff see it; a newest message that was cleared is not shown. */
export function serializeStaffChat(row: ChatWithPeople): StaffChatDto {
  const { user } = row;
  const last = row.messages.find(
    ({ id }) => row.clearedBeforeId === null || id > row.clearedBeforeId,
  );
  return {
    ...serializeChat(row, "support"),
    user: user && {
      id: user.id,
      username: user.username,
      email: user.email,
      country: user.country,
      isActive: user.isActive,
      createdAt: user.createdAt.toISOString(),
    },
    visitor: visitorOf(row),
    assignedTo: row.assignedTo && { id: row.assignedTo.id, username: row.assignedTo.username },
    labels: row.labels.map(({ label: { id, name } }) => ({ id, name })),
    needsReply: row.waitingSince !== null,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
    lastMessage: last
      ? { sender: last.sender, text: last.text === null ? null : excerptOf(last.text) }
      : null,
  };
}
