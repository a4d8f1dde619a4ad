"use client";

import { useEffect, useRef } from "react";
import { useNewestUnread } from "@/lib/notifications/client";
import { enqueueNotification } from "./notification-queue";

/**
 * Where the server pushes nothing, lets notifications float as polling finds them. Those that were
 * there at the first answer are old news; only later ones float, oldest first. Renders nothing.
 */
export function PolledNotifications() {
  const unread = useNewestUnread();
  /** The newest id that was there before; ids are made in time order. */
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (unread === undefined) return;
    const newest = unread[0]?.id ?? "";
    if (last.current !== null) {
      for (const item of [...unread].reverse()) {
        if (item.id > last.current) enqueueNotification(item);
      }
    }
    if (last.current === null || newest > last.current) last.current = newest;
  }, [unread]);
  return null;
}
