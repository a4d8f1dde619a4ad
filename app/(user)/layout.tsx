import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { AccountMenu } from "@/components/app/account-menu";
import { Seed } from "@/components/app/seed";
import { Segment } from "@/components/app/segment";
import { SessionGuard } from "@/components/app/session-guard";
import { UserFrame } from "@/components/app/user-frame";
import { UserRealtime } from "@/components/app/user-realtime";
import { CustomerServiceButton } from "@/components/contacts/customer-service-button";
import { NotificationBell } from "@/components/notifications/bell";
import { requireUser } from "@/lib/accounts/gate";
import { notificationKeys } from "@/lib/notifications/client";
import { countUnread } from "@/lib/notifications/data";
import { loadPublicConfig } from "@/lib/settings/data";

export default async function UserLayout({ children }: { children: ReactNode }) {
  const [user, config] = await Promise.all([requireUser(), loadPublicConfig()]);
  if (!config.userPanelEnabled) redirect("/login");
  const unread = await countUnread(user.userId);
  return (
    <Segment namespaces={["contacts"]}>
      <Seed entries={[[notificationKeys.count(), unread]]}>
        <UserFrame
          config={config}
          actions={
            <>
              <CustomerServiceButton />
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
