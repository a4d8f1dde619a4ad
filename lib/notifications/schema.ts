import { z } from "zod";

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

/** `?unread` alone or `true` gives the unread ones, `false` the read ones. */
export const unreadFilter = z
  .enum(["", "true", "1", "false", "0"])
  .transform((text) => text !== "false" && text !== "0")
  .optional();

/** GET /api/notifications */
export const notificationListSchema = z.object({
  notifications: z.array(notificationSchema),
  unreadCount: z.int(),
  nextCursor: z.string().nullable(),
});
export type NotificationList = z.output<typeof notificationListSchema>;

/** PATCH /api/notifications/{id}/read and /read-all */
export const readAnswerSchema = z.object({ unreadCount: z.int() });
