import { z } from "zod";
import { listQuery, uuidCursor } from "@/lib/platform/http/lists";

/** A notification as its owner sees it. */
export const notificationSchema = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  type: z.string().meta({ description: "What it is about, for example deposit or security" }),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type NotificationDto = z.output<typeof notificationSchema>;

/** On with `true` or `1`, off with `false` or `0`; `?unread` alone is on too. */
const filter = z
  .enum(["", "true", "1", "false", "0"])
  .transform((text) => text !== "false" && text !== "0")
  .optional();

/** GET /api/notifications */
export const notificationQuery = z.object({
  ...listQuery,
  cursor: uuidCursor,
  unread: filter.meta({ description: "Only those that are not read yet" }),
  read: filter.meta({ description: "Only those that were read" }),
});
export type NotificationQuery = z.output<typeof notificationQuery>;
export const notificationListSchema = z.object({
  notifications: z.array(notificationSchema),
  unreadCount: z.int(),
  nextCursor: z.string().nullable(),
});
export type NotificationList = z.output<typeof notificationListSchema>;

/** What a `notification:read` event says was read: one, those of a kind, or all. */
export type ReadEvent = { id?: string; type?: string; all?: true };

/** PATCH /api/notifications/{id}/read and /read-all */
export const readResponseSchema = z.object({ unreadCount: z.int() });
