import type { Chat, ChatLabel, ChatMessage, ChatRating, User } from "@/lib/generated/prisma/client";
import { DAY_MS } from "@/lib/platform/calendar";
import { fileUrl } from "@/lib/platform/files";
import { now } from "@/lib/platform/time";
import { excerptOf, RATABLE_DAYS, sentKeyOf } from "./rules";
import type { ChatDto, MessageDto, StaffChatDto } from "./schema";

/** The two sides of a conversation. */
export type Side = MessageDto["sender"];

/** Whoever reads has one other side. */
const sideOf = ({ sender }: ChatMessage): Side => (sender === "user" ? "user" : "support");

/** A message row as one side sees it. */
export function serializeMessage(row: ChatMessage, viewer: Side): MessageDto {
  return {
    id: row.id,
    sender: sideOf(row),
    automatic: row.sender === "automatic",
    text: row.text,
    imageUrl: row.imageFileId === null ? null : fileUrl(row.imageFileId),
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
    clientKey: row.sender === viewer ? sentKeyOf(row.clientKey) : null,
  };
}

/** Until when its user can rate a conversation; null for one that is open or was closed too long ago. */
export function ratableUntil({ userId, status, closedAt }: Chat): Date | null {
  if (userId === null || status !== "closed" || closedAt === null) return null;
  const until = new Date(closedAt.getTime() + RATABLE_DAYS * DAY_MS);
  return until > now() ? until : null;
}

/**
 * A conversation as one side sees it.
 * @param newest what its user said of it last
 */
export function serializeChat(
  row: Chat,
  viewer: Side,
  newest: ChatRating | null | undefined,
): ChatDto {
  const isCurrent = newest && newest.closedAt.getTime() === row.closedAt?.getTime();
  return {
    id: row.id,
    status: row.status,
    unread: viewer === "user" ? row.userUnread : row.supportUnread,
    clearedUpTo: row.clearedBeforeId,
    reopenRequested: row.reopenRequestedAt !== null,
    rating: isCurrent ? { good: newest.isGood, comment: newest.comment } : null,
    ratableUntil: ratableUntil(row)?.toISOString() ?? null,
  };
}

/** A conversation with its user and its newest message. */
export type ChatWithPeople = Chat & {
  user: User | null;
  assignedTo: User | null;
  labels: { label: ChatLabel }[];
  messages: ChatMessage[];
  ratings: ChatRating[];
};

/** Who wrote without an account; null where the conversation is a user's. */
function visitorOf({ visitorName: name, visitorEmail: email, visitorReference: reference }: Chat) {
  return name !== null && email !== null && reference !== null ? { name, email, reference } : null;
}

/** A conversation as staff see it; a newest message that was cleared is not shown. */
export function serializeStaffChat(row: ChatWithPeople): StaffChatDto {
  const { user } = row;
  const [rating] = row.ratings;
  const last = row.messages.find(
    ({ id }) => row.clearedBeforeId === null || id > row.clearedBeforeId,
  );
  return {
    ...serializeChat(row, "support", rating),
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
    lastRating: rating
      ? { good: rating.isGood, comment: rating.comment, ratedAt: rating.ratedAt.toISOString() }
      : null,
    lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
    lastMessage: last
      ? { sender: sideOf(last), text: last.text === null ? null : excerptOf(last.text) }
      : null,
  };
}
