import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { PanelShell } from "@/components/admin/panel-shell";
import { StaffRealtime } from "@/components/admin/staff-realtime";
import { Messages } from "@/components/app/messages";
import { Seed, type SeedEntry } from "@/components/app/seed";
import { Segment } from "@/components/app/segment";
import { SessionGuard } from "@/components/app/session-guard";
import { SiteBanners } from "@/components/app/site-banners";
import { requireAdmin } from "@/lib/accounts/gate";
import { staffKeys } from "@/lib/accounts/staff-client";
import { countQueue } from "@/lib/accounts/staff-overview";
import { mayUseArea } from "@/lib/accounts/staff-rights";
import { getChatStats } from "@/lib/chat/data";
import { staffChatKeys } from "@/lib/chat/staff-client";
import { STAFF_AREAS } from "@/lib/platform/http";
import { loadPublicConfig } from "@/lib/settings/data";

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const [user, config] = await Promise.all([requireAdmin(), loadPublicConfig()]);
  if (!config.adminPanelEnabled) redirect("/login");
  const areas = STAFF_AREAS.filter((area) => mayUseArea(user, area));
  const [counts, chat] = await Promise.all([
    areas.includes("finance") ? countQueue() : undefined,
    areas.includes("support") ? getChatStats() : undefined,
  ]);
  const entries: SeedEntry[] = [
    ...(counts ? [[staffKeys.queue(), counts] satisfies SeedEntry] : []),
    ...(chat ? [[staffChatKeys.stats(), chat] satisfies SeedEntry] : []),
  ];
  return (
    <Segment>
      <Messages namespaces={["staff", "transactions"]}>
        <Seed entries={entries}>
          <PanelShell
            siteName={config.siteName}
            logoSrc={config.logoUrl}
            username={user.username}
            areas={areas}
            siteOpen={config.userPanelEnabled}
            banner={<SiteBanners config={config} />}
          >
            {children}
          </PanelShell>
          <SessionGuard signInHref="/admin/login" />
          <StaffRealtime />
        </Seed>
      </Messages>
    </Segment>
  );
}
