"use client";

import { BellOff, CheckCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState } from "@/components/ui/display/states";
import { LoadMore } from "@/components/ui/pagination";
import {
  useMarkAllRead,
  useMarkedRead,
  useMarkRead,
  useNotifications,
  useUnreadCount,
} from "@/lib/notifications/client";
import { messageOf } from "@/lib/platform/client/api";
import { NotificationItems } from "./notification-items";

/** All notifications: the unread ones first, then the read ones, with Mark all read. */
export function NotificationList() {
  const t = useTranslations("notifications");
  const unread = useNotifications(true);
  const rest = useNotifications(false, { enabled: unread.hasNextPage === false });
  const markRead = useMarkRead();
  const markAll = useMarkAllRead();
  const count = useUnreadCount() ?? 0;

  const marked = useMarkedRead();
  const [markedBefore] = useState(marked);
  /** "View" of a dialog has read it before this page was there: it has no place here to keep. */
  const wasViewed = ({ id }: { id: string }) => markedBefore.has(id) && marked.has(id);

  const unreadItems = unread.data?.pages.flatMap((page) => page.notifications) ?? [];
  const seen = unreadItems.map((item) =>
    item.readAt === null && marked.has(item.id) ? { ...item, readAt: item.createdAt } : item,
  );
  const fresh = seen.filter((item) => !wasViewed(item));
  // What was read here stays above until the list is fetched again.
  const above = new Set(fresh.map(({ id }) => id));
  const read = rest.data?.pages.flatMap((page) => page.notifications) ?? [];
  const viewed = seen.filter((item) => wasViewed(item) && !read.some(({ id }) => id === item.id));
  const earlier = [...viewed, ...read].filter(({ id }) => !above.has(id));
  const shown = unread.hasNextPage ? unread : rest;
  const failed = unread.isError ? unread : rest.isError ? rest : null;
  const failedMark = markAll.error ?? markRead.error;

  if (failed === null && (unread.isPending || (!unread.hasNextPage && rest.isPending))) {
    return (
      <Loading label={t("title")}>
        <SkeletonRows count={4} />
      </Loading>
    );
  }
  return (
    <>
      {/* It stays once all are read here: without it, the keyboard's place would be lost. */}
      {count > 0 || fresh.length > 0 ? (
        <div className="flex justify-end">
          <Button
            variant="outline"
            icon={<CheckCheck aria-hidden="true" />}
            pending={markAll.isPending}
            pendingLabel={t("marking")}
            aria-disabled={markAll.isPending || count === 0 || undefined}
            onClick={() => count > 0 && markAll.mutate()}
          >
            {t("markAll")}
          </Button>
        </div>
      ) : null}
      <InlineError>
        {failedMark ? t("markFailed", { reason: messageOf(failedMark) }) : null}
      </InlineError>
      {fresh.length > 0 ? (
        <NotificationItems title={t("unread")} items={fresh} onRead={(id) => markRead.mutate(id)} />
      ) : null}
      {earlier.length > 0 && !unread.hasNextPage ? (
        <NotificationItems title={t("earlier")} items={earlier} />
      ) : null}
      {failed ? <QueryError query={failed} text={t("failed")} /> : null}
      {fresh.length + earlier.length === 0 && failed === null ? (
        <EmptyState icon={BellOff} text={t("empty")} />
      ) : null}
      <LoadMore query={shown} />
    </>
  );
}
