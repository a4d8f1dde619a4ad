"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AdminShell } from "@/components/layout/admin-shell";
import { useChatStats } from "@/lib/chat/staff-client";
import { may, QUEUE_READERS } from "@/lib/sessions/permission-rules";
import { useQueueCounts } from "@/lib/staff/client";
import { useStaffSearch } from "../search/use-staff-search";
import { useNewWork } from "./new-work";
import { PANEL_LINKS, type PanelLink } from "./panel-links";
import { StaffAccount } from "./staff-account";
import { useStaffRights } from "./staff-rights";
import { mayOpen } from "./visible-links";

export interface PanelShellProps {
  siteName: string;
  logoSrc?: string | null;
  userId: string;
  username: string;
  /** Whether the user pages are switched on. */
  siteOpen: boolean;
  banner?: ReactNode;
  children: ReactNode;
}

/** The staff panel's frame with the pages that this member of staff may open. */
export function PanelShell({
  siteName,
  logoSrc,
  userId,
  username,
  siteOpen,
  banner,
  children,
}: PanelShellProps) {
  const t = useTranslations("staff.nav");
  const rights = useStaffRights();
  const { data: queue } = useQueueCounts({ enabled: may(rights, QUEUE_READERS) });
  const { data: chat } = useChatStats({ enabled: may(rights, "chat.answer") });
  const search = useStaffSearch(rights);
  const counts: Record<string, number | undefined> = { ...queue, chat: chat?.needsReply };
  useNewWork(counts);
  const groups = PANEL_LINKS.map(({ group, links }) => ({
    label: group === null ? undefined : t(group),
    items: links
      .filter((link: PanelLink) => mayOpen(link, rights))
      .map(({ name, href, icon: Icon }) => ({
        href,
        label: t(name),
        icon: <Icon aria-hidden="true" key="icon" />,
        count: counts[name],
      })),
  })).filter(({ items }) => items.length > 0);
  return (
    <AdminShell
      siteName={t("name", { site: siteName })}
      logoSrc={logoSrc}
      groups={groups}
      search={search.buttons}
      account={<StaffAccount userId={userId} username={username} siteOpen={siteOpen} />}
      banner={banner}
    >
      {children}
      {search.dialog}
    </AdminShell>
  );
}
