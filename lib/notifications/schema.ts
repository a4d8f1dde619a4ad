import { z } from "zod";
import { listQuery, switchFilter, uuidCursor } from "@/lib/platform/http/lists";

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

/** GET /api/notifications */
export const notificationQuery = z.object({
  ...listQuery,
  cursor: uuidCursor,
  unread: switchFilter.meta({ description: "Only those that are not read yet" }),
  read: switchFilter.meta({ description: "Only those that were read" }),
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
