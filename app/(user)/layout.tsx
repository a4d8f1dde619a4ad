import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Background } from "@/components/app/background";
import { ChosenLooks } from "@/components/app/chosen-looks";
import { SessionGuard } from "@/components/app/errors/session-guard";
import { UserRealtime } from "@/components/app/live/user-realtime";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Segment } from "@/components/app/segment";
import { UserFrame } from "@/components/app/user-frame";
import { SupportButton } from "@/components/chat/support-button";
import { NotificationBell } from "@/components/notifications/bell";
import { AccountSwitch } from "@/components/practice/account-switch";
import { PagesByAccount } from "@/components/practice/by-account";
import { PracticeBand } from "@/components/practice/practice-band";
import { MoneyPauseProvider } from "@/components/ui/display/money-pause";
import { getPreferences } from "@/lib/accounts/preferences";
import { chatKeys } from "@/lib/chat/client";
import { countUnreadChat } from "@/lib/chat/data";
import { notificationKeys } from "@/lib/notifications/client";
import { countUnread } from "@/lib/notifications/data";
import { reminderOf } from "@/lib/protection/data";
import { requireUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";

export default async function UserLayout({ children }: { children: ReactNode }) {
  const [user, config, t] = await Promise.all([
    requireUser(),
    loadPublicConfig(),
    getTranslations("app"),
  ]);
  if (!config.userPanelEnabled) redirect("/login");
  const [unread, preferences, unreadChat, reminderMinutes] = await Promise.all([
    countUnread(user.userId),
    getPreferences(user.userId),
    countUnreadChat(user.userId),
    reminderOf(user.userId),
  ]);
  const background = <Background userId={user.userId} reminderMinutes={reminderMinutes} />;
  return (
    <Segment namespaces={["contacts", "ownBalance.alarm", "practice"]}>
      <ChosenLooks preferences={preferences} />
      <Seed
        entries={[
          [notificationKeys.count(), unread],
          [chatKeys.unread(), unreadChat],
        ]}
      >
        <UserFrame
          config={config}
          notice={<PracticeBand />}
          actions={
            <>
              <AccountSwitch />
              <SupportButton />
              <NotificationBell />
            </>
          }
        >
          <MoneyPauseProvider reason={config.maintenance ? t("moneyPaused") : null}>
            <PagesByAccount>{children}</PagesByAccount>
          </MoneyPauseProvider>
        </UserFrame>
        <SessionGuard userId={user.userId} signInHref="/login" />
        <UserRealtime />
        {reminderMinutes === null ? (
          background
        ) : (
          <Messages namespaces={["reminder", "ownBalance.alarm"]}>{background}</Messages>
        )}
      </Seed>
    </Segment>
  );
}
