import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { NotificationSettingsForm } from "@/components/notifications/settings/notification-settings";
import { notificationSettingsKey } from "@/lib/notifications/channels/client";
import { getNotificationSettings } from "@/lib/notifications/channels/settings";
import { requireUser } from "@/lib/sessions/page-gate";

export const generateMetadata = () => pageMetadata("notificationSettings");

export default async function NotificationSettingsPage() {
  const { userId } = await requireUser();
  const [t, settings] = await Promise.all([
    getTranslations("notificationSettings"),
    getNotificationSettings(userId),
  ]);
  return (
    <Messages
      namespaces={[
        "notificationSettings",
        "errors.accounts",
        "errors.common",
        "errors.input",
        "errors.notifications",
      ]}
    >
      <Seed entries={[[notificationSettingsKey, settings]]}>
        <Page title={t("title")} backHref="/notifications">
          <NotificationSettingsForm userId={userId} />
        </Page>
      </Seed>
    </Messages>
  );
}
