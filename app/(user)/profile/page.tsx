import {
  ArrowDownUp,
  Bell,
  BellRing,
  FileText,
  Gauge,
  ListOrdered,
  MessageCircle,
  PiggyBank,
  Receipt,
  ShieldCheck,
  UserPlus,
  UserRound,
} from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { pageMetadata } from "@/app/page-metadata";
import { LogOutButton } from "@/components/accounts/log-out-button";
import { Messages } from "@/components/app/messages";
import { ChatUnreadPill } from "@/components/chat/unread-pill";
import { Page } from "@/components/layout/page";
import { Appearance } from "@/components/profile/appearance";
import { IdentityCard } from "@/components/profile/identity-card";
import { OwnBalance } from "@/components/transparency/own-balance";
import { SectionTitle } from "@/components/ui/display/card";
import { LinkList } from "@/components/ui/display/link-list";
import { TextLink } from "@/components/ui/text-link";
import { getUser } from "@/lib/accounts/data";
import { requireUser } from "@/lib/sessions/page-gate";

type Row = [path: string, icon: ReactNode, badge?: ReactNode];
const ACCOUNT: Row[] = [
  ["personal-info", <UserRound key="icon" />],
  ["security-management", <ShieldCheck key="icon" />],
  ["security-management/limits", <Gauge key="icon" />],
];
const RECORDS: Row[] = [
  ["records", <ArrowDownUp key="icon" />],
  ["record", <ListOrdered key="icon" />],
  ["transaction-history", <Receipt key="icon" />],
  ["statements", <FileText key="icon" />],
  ["saving-history", <PiggyBank key="icon" />],
];
const SUPPORT: Row[] = [
  ["notifications", <Bell key="icon" />],
  ["notifications/settings", <BellRing key="icon" />],
  ["invite-friends", <UserPlus key="icon" />],
  ["chat", <MessageCircle key="icon" />, <ChatUnreadPill key="badge" />],
];
const LEGAL = [
  "privacy-policy",
  "terms-conditions",
  "about-us",
  "legality",
  "whitepaper",
  "transparency",
] as const;

export const generateMetadata = () => pageMetadata("profile");

export default async function ProfilePage() {
  const { userId } = await requireUser();
  const [t, user] = await Promise.all([getTranslations("profile"), getUser(userId)]);
  const items = (rows: Row[]) =>
    rows.map(([path, icon, badge]) => ({
      href: `/${path}`,
      label: t(`links.${path}`),
      icon,
      badge,
    }));
  return (
    <Messages namespaces={["profile", "ownBalance"]}>
      <Page title={t("title")}>
        <IdentityCard
          number={user.number.toString()}
          username={user.username}
          emailVerified={user.emailVerifiedAt !== null}
        />
        <LinkList label={t("account")} items={items(ACCOUNT)} />
        <OwnBalance userId={userId} />
        <section aria-labelledby="records">
          <SectionTitle id="records">{t("records")}</SectionTitle>
          <LinkList label={t("records")} items={items(RECORDS)} />
        </section>
        <LinkList label={t("help")} items={items(SUPPORT)} />
        <Appearance />
        <nav aria-label={t("legal")}>
          <ul className="flex flex-wrap gap-x-4">
            {LEGAL.map((path) => (
              <li key={path}>
                <TextLink href={`/${path}`} look="quiet">
                  {t(`legalLinks.${path}`)}
                </TextLink>
              </li>
            ))}
          </ul>
        </nav>
        <LogOutButton door="user" />
      </Page>
    </Messages>
  );
}
