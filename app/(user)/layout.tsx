import { ArrowLeftRight, ChartCandlestick, House } from "lucide-react";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountMenu } from "@/components/app/account-menu";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed";
import { Segment } from "@/components/app/segment";
import { SessionGuard } from "@/components/app/session-guard";
import { SiteBanners } from "@/components/app/site-banners";
import { UserRealtime } from "@/components/app/user-realtime";
import { CustomerServiceButton } from "@/components/contacts/customer-service-button";
import { UserShell } from "@/components/layout/user-shell";
import { NotificationBell } from "@/components/notifications/bell";
import { requireUser } from "@/lib/accounts/gate";
import { notificationKeys } from "@/lib/notifications/client";
import { countUnread } from "@/lib/notifications/data";
import { loadPublicConfig } from "@/lib/settings/data";

const WITHOUT_TAB_BAR = ["/deposit", "/withdraw"];

export default async function UserLayout({ children }: { children: ReactNode }) {
  const [user, config] = await Promise.all([requireUser(), loadPublicConfig()]);
  if (!config.userPanelEnabled) redirect("/login");
  const [unread, t] = await Promise.all([countUnread(user.userId), getTranslations("app.nav")]);
  const nav = [
    { href: "/", label: t("home"), icon: <House aria-hidden="true" /> },
    { href: "/market", label: t("market"), icon: <ChartCandlestick aria-hidden="true" /> },
    {
      href: "/trade",
      label: t("trade"),
      icon: <ArrowLeftRight aria-hidden="true" />,
      also: ["/option-trading"],
    },
  ];
  return (
    <Segment area="user">
      <Messages namespaces={["contacts"]}>
        <Seed entries={[[notificationKeys.count(), unread]]}>
          <UserShell
            siteName={config.siteName}
            logoSrc={config.logoUrl}
            nav={nav}
            actions={
              <>
                <CustomerServiceButton />
                <NotificationBell />
                <AccountMenu username={user.username} />
              </>
            }
            banner={<SiteBanners config={config} />}
            hideTabBarOn={WITHOUT_TAB_BAR}
          >
            {children}
          </UserShell>
          <SessionGuard signInHref="/login" />
          <UserRealtime />
        </Seed>
      </Messages>
    </Segment>
  );
}
