import type { ReactNode } from "react";
import { PanelShell } from "@/components/admin/panel/panel-shell";
import { StaffBackground } from "@/components/admin/panel/staff-background";
import { StaffRealtime } from "@/components/admin/panel/staff-realtime";
import { StaffRightsProvider } from "@/components/admin/panel/staff-rights";
import { SessionGuard } from "@/components/app/errors/session-guard";
import { Messages } from "@/components/app/messages";
import { Seed, type SeedEntry } from "@/components/app/seed/seed";
import { Segment } from "@/components/app/segment";
import { SiteBanners } from "@/components/app/site-banners";
import { getChatStats } from "@/lib/chat/data";
import { staffChatKeys } from "@/lib/chat/staff-client";
import { countQueue } from "@/lib/overview/queue-counts";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may, QUEUE_READERS } from "@/lib/sessions/permission-rules";
import { loadPublicConfig } from "@/lib/settings/data";
import { staffKeys } from "@/lib/staff/client";

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const [user, config] = await Promise.all([requireAdmin(), loadPublicConfig()]);
  const [counts, chat] = await Promise.all([
    may(user, QUEUE_READERS) ? countQueue() : undefined,
    may(user, "chat.answer") ? getChatStats() : undefined,
  ]);
  const entries: SeedEntry[] = [
    ...(counts ? [[staffKeys.queue(), counts] satisfies SeedEntry] : []),
    ...(chat ? [[staffChatKeys.stats(), chat] satisfies SeedEntry] : []),
  ];
  return (
    <Segment>
      <Messages
        namespaces={[
          "staff",
          "notificationSettings.device",
          "transactions",
          "errors.address",
          "errors.common",
          "errors.input",
          "errors.registration",
        ]}
      >
        <Seed entries={entries}>
          <StaffRightsProvider permissions={user.permissions}>
            <PanelShell
              siteName={config.siteName}
              logoSrc={config.logoUrl}
              userId={user.userId}
              username={user.username}
              siteOpen={config.userPanelEnabled}
              banner={<SiteBanners config={config} />}
            >
              {children}
            </PanelShell>
          </StaffRightsProvider>
          <SessionGuard userId={user.userId} signInHref="/admin/login" />
          <StaffRealtime />
          <StaffBackground userId={user.userId} />
        </Seed>
      </Messages>
    </Segment>
  );
}
