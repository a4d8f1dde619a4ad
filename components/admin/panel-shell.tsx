"use client";

import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  LayoutDashboard,
  MessageCircle,
  Users,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AdminShell } from "@/components/layout/admin-shell";
import { useQueueCounts } from "@/lib/accounts/staff-client";
import { useChatStats } from "@/lib/chat/staff-client";
import { StaffAccount } from "./staff-account";

export interface PanelShellProps {
  siteName: string;
  logoSrc?: string | null;
  username: string;
  /** Areas of the panel that this member of staff may use. */
  may: { read: boolean; users: boolean; finance: boolean; support: boolean };
  /** Whether the user pages are switched on. */
  siteOpen: boolean;
  banner?: ReactNode;
  children: ReactNode;
}

/** The staff panel's frame with the pages that this member of staff may open. */
export function PanelShell({
  siteName,
  logoSrc,
  username,
  may,
  siteOpen,
  banner,
  children,
}: PanelShellProps) {
  const t = useTranslations("staff.nav");
  const { data: counts } = useQueueCounts({ enabled: may.finance });
  const { data: chat } = useChatStats({ enabled: may.support });
  const item = (href: string, label: string, icon: ReactNode, count?: number) => ({
    href,
    label,
    icon,
    count,
  });
  const groups = [
    {
      items: may.read
        ? [item("/admin", t("overview"), <LayoutDashboard aria-hidden="true" key="icon" />)]
        : [],
    },
    {
      label: t("people"),
      items: [
        ...(may.users
          ? [item("/admin/users", t("users"), <Users aria-hidden="true" key="icon" />)]
          : []),
        ...(may.support
          ? [
              item(
                "/admin/chat",
                t("chat"),
                <MessageCircle aria-hidden="true" key="icon" />,
                chat?.unread,
              ),
            ]
          : []),
      ],
    },
    {
      label: t("money"),
      items: [
        ...(may.finance
          ? [
              item(
                "/admin/deposits",
                t("deposits"),
                <ArrowDownLeft aria-hidden="true" key="icon" />,
                counts?.deposits,
              ),
              item(
                "/admin/withdrawals",
                t("withdrawals"),
                <ArrowUpRight aria-hidden="true" key="icon" />,
                counts?.withdrawals,
              ),
            ]
          : []),
        ...(may.read
          ? [item("/admin/trades", t("trades"), <ArrowLeftRight aria-hidden="true" key="icon" />)]
          : []),
      ],
    },
  ].filter((group) => group.items.length > 0);
  return (
    <AdminShell
      siteName={t("name", { site: siteName })}
      logoSrc={logoSrc}
      groups={groups}
      account={<StaffAccount username={username} siteOpen={siteOpen} />}
      banner={banner}
    >
      {children}
    </AdminShell>
  );
}
