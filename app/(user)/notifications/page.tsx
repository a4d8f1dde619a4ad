import { Settings2 } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { NotificationList } from "@/components/notifications/notification-list";
import { IconLink } from "@/components/ui/icon-button";
import { NOTIFICATIONS_PER_PAGE, notificationKeys } from "@/lib/notifications/client";
import { listNotifications } from "@/lib/notifications/data";
import { requireUser } from "@/lib/sessions/page-gate";

export const generateMetadata = () => pageMetadata("notifications");

export default async function NotificationsPage() {
  const { userId } = await requireUser();
  const page = (filter: { unread: true } | { read: true }) =>
    listNotifications(userId, { ...filter, limit: NOTIFICATIONS_PER_PAGE });
  const [t, unread, read] = await Promise.all([
    getTranslations("notifications"),
    page({ unread: true }),
    page({ read: true }),
  ]);
  return (
    <Messages namespaces={["notifications"]}>
      <Seed
        entries={[
          [notificationKeys.count(), unread.unreadCount],
          [notificationKeys.list(true), { pages: [unread], pageParams: [null] }],
          [notificationKeys.list(false), { pages: [read], pageParams: [null] }],
        ]}
      >
        <Page
          title={t("title")}
          backHref="/"
          actions={
            <IconLink href="/notifications/settings" label={t("settingsLink")}>
              <Settings2 aria-hidden="true" />
            </IconLink>
          }
        >
          <NotificationList />
        </Page>
      </Seed>
    </Messages>
  );
}
