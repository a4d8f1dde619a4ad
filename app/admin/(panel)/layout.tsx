import type { ReactNode } from "react";
import { PanelShell } from "@/components/admin/panel/panel-shell";
import { StaffAreasProvider } from "@/components/admin/panel/staff-areas";
import { StaffRealtime } from "@/components/admin/panel/staff-realtime";
import { SessionGuard } from "@/components/app/errors/session-guard";
import { Messages } from "@/components/app/messages";
import { Seed, type SeedEntry } from "@/components/app/seed/seed";
import { Segment } from "@/components/app/segment";
import { SiteBanners } from "@/components/app/site-banners";
import { getChatStats } from "@/lib/chat/data";
import { staffChatKeys } from "@/lib/chat/staff-client";
import { countQueue } from "@/lib/overview/queue-counts";
import { requireAdmin } from "@/lib/sessions/gate";
import { STAFF_AREAS } from "@/lib/sessions/staff-areas";
import { loadPublicConfig } from "@/lib/settings/data";
import { canReadArea, canWriteArea } from "@/lib/staff/area-access";
import { staffKeys } from "@/lib/staff/client";

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const [user, config] = await Promise.all([requireAdmin(), loadPublicConfig()]);
  const acts = STAFF_AREAS.filter((area) => canWriteArea(user, area));
  const sees = STAFF_AREAS.filter((area) => canReadArea(user, area));
  const [counts, chat] = await Promise.all([
    sees.includes("finance") ? countQueue() : undefined,
    acts.includes("support") ? getChatStats() : undefined,
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
          "transactions",
          "errors.address",
          "errors.common",
          "errors.input",
          "errors.registration",
        ]}
      >
        <Seed entries={entries}>
          <StaffAreasProvider acts={acts} sees={sees} isFull={user.permissions.includes("*")}>
            <PanelShell
              siteName={config.siteName}
              logoSrc={config.logoUrl}
              username={user.username}
              acts={acts}
              sees={sees}
              siteOpen={config.userPanelEnabled}
              banner={<SiteBanners config={config} />}
            >
              {children}
            </PanelShell>
          </StaffAreasProvider>
          <SessionGuard userId={user.userId} signInHref="/admin/login" />
          <StaffRealtime />
        </Seed>
      </Messages>
    </Segment>
  );
}
