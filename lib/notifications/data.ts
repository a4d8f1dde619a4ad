import { prisma } from "@/lib/platform/db";
import { pageOf } from "@/lib/platform/http/lists";
import type { NotificationList, NotificationQuery } from "./schema";
import { serializeNotification } from "./serializers";

/** How many notifications a user has not read. */
export function countUnread(userId: string): Promise<number> {
  return prisma.notification.count({ where: { userId, readAt: null } });
}

/** A page of a user's notifications, newest first, with the number of unread ones. */
export async function listNotifications(
  userId: string,
  { limit, cursor, unread, read }: NotificationQuery,
): Promise<NotificationList> {
  const [rows, unreadCount] = await Promise.all([
    prisma.notification.findMany({
      where: {
        userId,
        // Ids are made in time order.
        ...(cursor === undefined ? {} : { id: { lt: cursor } }),
        AND: [unread ? { readAt: null } : {}, read ? { readAt: { not: null } } : {}],
      },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    countUnread(userId),
  ]);
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.id);
  return { notifications: items.map(serializeNotification), unreadCount, nextCursor };
}
