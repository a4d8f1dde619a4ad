import { z } from "zod";
import {
  cursorOfForm,
  idSchema,
  listQuery,
  nextCursorSchema,
  switchFilter,
  uuidCursor,
} from "@/lib/platform/http/lists";
import { text } from "@/lib/platform/text";
import { UUID_FORM } from "@/lib/platform/uuid";
import { labelSchema } from "./labels/schema";
import { isBlank, MAX_COMMENT_LENGTH, MAX_MESSAGE_LENGTH } from "./rules";

/** A message as both sides see it. */
export const messageSchema = z.object({
  id: z.string().meta({ description: "Ids of a conversation are in the order of its messages" }),
  sender: z.enum(["user", "support"]),
  automatic: z.boolean().meta({
    description: "Written by no person, while support is closed; it answers nothing",
  }),
  text: z.string().nullable(),
  imageUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable().meta({ description: "When the other side read it" }),
  clientKey: z.string().nullable().meta({
    description: "The Idempotency-Key it was sent with; null for messages of the other side",
  }),
});
export type MessageDto = z.output<typeof messageSchema>;

/** What a user says of their conversation. */
const ratingFields = {
  good: z.boolean().meta({ description: "Whether support's answer was good" }),
  comment: z.string().nullable(),
};

const chatSchema = z.object({
  id: z.string(),
  status: z.enum(["open", "closed"]),
  unread: z.int().meta({ description: "Messages of the other side that are not read yet" }),
  clearedUpTo: z.string().nullable().meta({
    description: "Messages up to this id are shown to nobody any more; null when none was cleared",
  }),
  reopenRequested: z.boolean().meta({
    description: "Its user asked to have it reopened, and support has not decided yet",
  }),
  rating: z.object(ratingFields).nullable().meta({
    description: "What its user says of it since it was closed",
  }),
  ratableUntil: z.iso.datetime().nullable().meta({
    description: "Until when its user can rate it or change that; null while they can't",
  }),
});
export type ChatDto = z.output<typeof chatSchema>;

/** Paging of messages and conversations whose cursor is a message id. */
export const messagesQuery = z.object({
  ...listQuery,
  cursor: uuidCursor,
});
export type MessagesQuery = z.output<typeof messagesQuery>;

/** GET /api/chat/my-chat; messages newest first */
export const myChatResponse = z.object({
  chat: chatSchema,
  messages: z.array(messageSchema),
  nextCursor: nextCursorSchema,
});
export type MyChatResponse = z.output<typeof myChatResponse>;

/** A user has only one; forms and clients without one may send null or nothing in it. */
const chatId = z
  .union([idSchema, z.literal("")], text("errors.chat.notConversation"))
  .nullish()
  .transform((id) => id || undefined)
  .meta({ description: "Staff say whose conversation; a user has only one" });

/** What somebody says. */
export const messageText = z
  .string(text("errors.common.enterMessage"))
  .trim()
  .refine((text) => !isBlank(text), text("errors.common.enterMessage"))
  .max(
    MAX_MESSAGE_LENGTH,
    text("errors.chat.aMessageAtMostCharacters", { maxMessageLength: MAX_MESSAGE_LENGTH }),
  );

/** POST /api/chat/send-message */
export const sendMessageSchema = z.strictObject({ message: messageText, chatId });
/** POST /api/chat/send-image, beside the image */
export const sendImageSchema = z.strictObject({ chatId });
export const sentResponse = z.object({ chatMessage: messageSchema });

/** PUT /api/chat/mark-read/{id} */
export const markReadSchema = z.strictObject({
  upTo: idSchema.optional().meta({ description: "Newest message that was seen; default: all" }),
});
export const markReadResponse = z.object({ chat: chatSchema });

/** POST /api/chat/reopen-request */
export const reopenRequestResponse = z.object({ chat: chatSchema });

/** PUT /api/chat/rating */
export const ratingSchema = z.strictObject({
  good: ratingFields.good,
  comment: z
    .string()
    .trim()
    .max(MAX_COMMENT_LENGTH, text("errors.chat.commentTooLong", { max: MAX_COMMENT_LENGTH }))
    .nullish()
    .transform((comment) => comment || null),
});
export type RatingInput = z.output<typeof ratingSchema>;
export const ratingResponse = z.object({ chat: chatSchema });

/** DELETE /api/chat/admin/clear-history/{id} */
export const clearHistorySchema = z.strictObject({
  upTo: idSchema.optional().meta({ description: "Newest message that was shown; default: all" }),
});

const personSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  country: z.string(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
});

const visitorSchema = z.object({ name: z.string(), email: z.string(), reference: z.string() });

/** A conversation as staff see it in the list. */
export const staffChatSchema = chatSchema.extend({
  user: personSchema.nullable().meta({ description: "Null for a visitor" }),
  visitor: visitorSchema.nullable().meta({
    description: "Who wrote through the form for people who can't log in; nobody has checked it",
  }),
  assignedTo: z
    .object({ id: z.string(), username: z.string() })
    .nullable()
    .meta({ description: "Who of the staff takes care of it" }),
  labels: z.array(labelSchema).meta({ description: "By name; its user never sees them" }),
  needsReply: z.boolean().meta({
    description:
      "Its user waits for an answer, or for having it reopened; reading it answers nothing",
  }),
  waitingSince: z.iso.datetime().nullable().meta({ description: "Since when it needs a reply" }),
  lastRating: z
    .object({ ...ratingFields, ratedAt: z.iso.datetime() })
    .nullable()
    .meta({ description: "What its user said of it last, after this closing or an earlier one" }),
  lastMessageAt: z.iso.datetime().nullable(),
  lastMessage: z
    .object({
      sender: z.enum(["user", "support"]),
      text: z.string().nullable().meta({ description: "Its beginning; null for an image" }),
    })
    .nullable(),
});
export type StaffChatDto = z.output<typeof staffChatSchema>;

/** GET /api/chat/admin/all */
export const staffChatsQuery = z.object({
  ...listQuery,
  cursor: cursorOfForm(new RegExp(`^[wr]?\\d{1,15}_${UUID_FORM}$`)),
  status: z.enum(["open", "closed"]).optional(),
  assigned: z
    .enum(["me", "none"])
    .optional()
    .meta({ description: "Only those that are given to me, or to nobody" }),
  label: idSchema.optional().meta({ description: "Only those with this label" }),
  needsReply: switchFilter.meta({ description: "Only those that need a reply, or only others" }),
  search: z.string().trim().max(100).optional().meta({
    description: "Any part of a username or email address; a visitor's address or reference",
  }),
  order: z.enum(["newest", "queue"]).default("newest").meta({
    description:
      "By their newest message; in the queue those that need a reply come first, the oldest before all",
  }),
});
export type StaffChatsQuery = z.output<typeof staffChatsQuery>;
export const staffChatsResponse = z.object({
  chats: z.array(staffChatSchema),
  nextCursor: nextCursorSchema,
});
export type StaffChatsResponse = z.output<typeof staffChatsResponse>;

/** GET /api/chat/admin/{id}; messages newest first */
export const staffChatResponse = z.object({
  chat: staffChatSchema,
  messages: z.array(messageSchema),
  nextCursor: nextCursorSchema,
});
export type StaffChatResponse = z.output<typeof staffChatResponse>;

/** PUT close/{id}, PUT reopen/{id}, DELETE clear-history/{id} */
export const changedChatResponse = z.object({ chat: staffChatSchema });

/** GET /api/chat/admin/stats */
export const chatStatsResponse = z.object({
  open: z.int(),
  closed: z.int(),
  unread: z.int().meta({ description: "Messages of users that support has not read" }),
  needsReply: z.int().meta({ description: "Conversations that nobody has answered or closed yet" }),
  medianFirstReplySeconds: z.int().nullable().meta({
    description: "Half of those first answers took that or less; null without any",
  }),
  ratings: z
    .object({ good: z.int(), total: z.int() })
    .meta({ description: "What users said of closed conversations in the last 30 days" }),
  averageFirstReplySeconds: z.int().nullable().meta({
    description:
      "From a user's first message to the first answer, conversations begun in the last 30 days; null without any",
  }),
});
export type ChatStats = z.output<typeof chatStatsResponse>;
