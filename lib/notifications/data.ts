import { z } from "zod";
import { prisma } from "@/lib/platform/db";
import { invalidField } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import type { NotificationList } from "./schema";
import { serializeNotification } from "./serializers";

/** How many notifications a user has not read. */
export function countUnread(userId: string): Promise<number> {
  return prisma.notification.count({ where: { userId, readAt: null } });
}

type ListInput = { userId: string; limit: number; cursor?: string; unread?: boolean };

/**
 * A page of a user's notifications, newest first, with the number of unread ones.
 * @param input.unread true for unread ones only, false for read ones only
 * @throws AppError VALIDATION for a cursor that is none of ours
 */
export async function listNotifications(input: ListInput): Promise<NotificationList> {
  const { userId, limit, cursor, unread } = input;
  if (cursor !== undefined && !z.uuid().safeParse(cursor).success) {
    throw invalidField("cursor", "is not valid");
  }
  const [rows, unreadCount] = await Promise.all([
    prisma.notification.findMany({
      where: {
        userId,
        // Ids are made in time order.
        ...(cursor === undefined ? {} : { id: { lt: cursor } }),
        ...(unread === undefined ? {} : { readAt: unread ? null : { not: null } }),
      },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    countUnread(userId),
  ]);
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.id);
  return { notifications: items.map(serializeNotification), unreadCount, nextCursor };
}
