import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { AccountMenu } from "@/components/app/account-menu";
import { Seed } from "@/components/app/seed";
import { Segment } from "@/components/app/segment";
import { SessionGuard } from "@/components/app/session-guard";
import { UserFrame } from "@/components/app/user-frame";
import { UserRealtime } from "@/components/app/user-realtime";
import { SupportButton } from "@/components/chat/support-button";
import { NotificationBell } from "@/components/notifications/bell";
import { requireUser } from "@/lib/accounts/gate";
import { chatKeys } from "@/lib/chat/client";
import { countUnreadChat } from "@/lib/chat/data";
import { notificationKeys } from "@/lib/notifications/client";
import { countUnread } from "@/lib/notifications/data";
import { loadPublicConfig } from "@/lib/settings/data";

export default async function UserLayout({ children }: { children: ReactNode }) {
  const [user, config] = await Promise.all([requireUser(), loadPublicConfig()]);
  if (!config.userPanelEnabled) redirect("/login");
  const [unread, unreadChat] = await Promise.all([
    countUnread(user.userId),
    countUnreadChat(user.userId),
  ]);
  return (
    <Segment namespaces={["contacts"]}>
      <Seed
        entries={[
          [notificationKeys.count(), unread],
          [chatKeys.unread(), unreadChat],
        ]}
      >
        <UserFrame
          config={config}
          actions={
            <>
              <SupportButton />
              <NotificationBell />
              <AccountMenu username={user.username} />
            </>
          }
        >
          {children}
        </UserFrame>
        <SessionGuard signInHref="/login" />
        <UserRealtime />
      </Seed>
    </Segment>
  );
}
