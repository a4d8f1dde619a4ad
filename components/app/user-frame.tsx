import { ArrowLeftRight, ChartCandlestick, CircleUserRound, House, PiggyBank } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { UserShell } from "@/components/layout/user-shell";
import type { PublicConfig } from "@/lib/settings/schema";
import { LanguageSwitch } from "./language/language-switch";
import { SiteBanners } from "./site-banners";

const WITHOUT_TAB_BAR = ["/deposit", "/withdraw", "/chat"];

export interface UserFrameProps {
  config: PublicConfig;
  /** Right side of the header. */
  actions: ReactNode;
  /** Above the banners of the operator. */
  notice?: ReactNode;
  children: ReactNode;
}

/** Header, navigation and banners of the user pages. Needs no client provider: the missing page has it too. */
export function UserFrame({ config, actions, notice, children }: UserFrameProps) {
  const t = useTranslations("app.nav");
  const nav = [
    { href: "/", label: t("home"), icon: <House aria-hidden="true" /> },
    { href: "/market", label: t("market"), icon: <ChartCandlestick aria-hidden="true" /> },
    {
      href: "/trade",
      label: t("trade"),
      icon: <ArrowLeftRight aria-hidden="true" />,
      also: ["/recurring-buys", "/option-trading", "/ai-trading", "/advantages-of-ai-trading"],
    },
    {
      href: "/storage",
      label: t("save"),
      icon: <PiggyBank aria-hidden="true" />,
      also: ["/store-xaut", "/saving", "/saving-history"],
    },
    {
      href: "/profile",
      label: t("profile"),
      icon: <CircleUserRound aria-hidden="true" />,
      also: [
        "/personal-info",
        "/security-management",
        "/records",
        "/record",
        "/transaction-history",
        "/statements",
        "/notifications",
        "/chat",
        "/invite-friends",
      ],
    },
  ];
  return (
    <UserShell
      siteName={config.siteName}
      logoSrc={config.logoUrl}
      nav={nav}
      actions={actions}
      banner={
        <>
          {notice}
          <SiteBanners config={config} />
        </>
      }
      hideTabBarOn={WITHOUT_TAB_BAR}
      footer={<LanguageSwitch />}
    >
      {children}
    </UserShell>
  );
}
