import type { Notification } from "@/lib/generated/prisma/client";
import type { NotificationDto } from "./schema";

/** A notification row as its owner sees it. */
export function serializeNotification(row: Notification): NotificationDto {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    type: row.type,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
