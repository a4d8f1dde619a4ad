"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Banner } from "@/components/ui/display/banner";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { AlertCode, AlertDto } from "@/lib/overview/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { may, type Permission } from "@/lib/sessions/permission-rules";
import { useStaffRights } from "../panel/staff-rights";

type Place = { href: string; needed: Permission | null };

const PUBLIC_LOG: Place = { href: "/admin/public-log", needed: "overview.read" };

/** Where each alert is dealt with: a page, or the handbook for who may not open that. */
const PLACES: Record<AlertCode, Place> = {
  feedDown: { href: "/admin/help#the-price-feed", needed: null },
  pricePaused: { href: "/admin#feed", needed: "market.resume" },
  ledgerCheckFailed: { href: "/admin/help#the-ledger-check", needed: null },
  ledgerCheckOld: { href: "/admin/help#the-ledger-check", needed: null },
  auditCheckFailed: { href: "/admin/help#the-audit-check", needed: null },
  auditCheckOld: { href: "/admin/help#the-audit-check", needed: null },
  logKeyMissing: PUBLIC_LOG,
  logKeyUnknown: PUBLIC_LOG,
  logShorter: PUBLIC_LOG,
  logUnreadable: PUBLIC_LOG,
  logFailed: PUBLIC_LOG,
  logBehind: PUBLIC_LOG,
  logNotStored: PUBLIC_LOG,
  logUnwitnessed: PUBLIC_LOG,
  jobsSilent: { href: "/admin/help#jobs", needed: null },
  jobLate: { href: "/admin/help#jobs", needed: null },
  jobFailed: { href: "/admin/help#jobs", needed: null },
  withdrawalsWait: { href: "/admin/withdrawals", needed: "withdrawals.read" },
  depositsWait: { href: "/admin/deposits", needed: "deposits.read" },
  savingsWait: { href: "/admin/saving-plans", needed: "savings.read" },
  optionsWinOften: { href: "/admin/trades?type=option&status=won", needed: "trades.read" },
  fourEyesOff: { href: "/admin/settings", needed: "settings.read" },
  textsUnfinished: { href: "/admin/settings#operator", needed: "settings.read" },
  plansUnfunded: { href: "/admin/saving-plans", needed: "savings.read" },
  poolEmpty: { href: "/admin/house?move=USDT.treasury.option_pool", needed: "house.read" },
  poolLow: { href: "/admin/house?move=USDT.treasury.option_pool", needed: "house.read" },
  referralShort: { href: "/admin/house?move=USDT.treasury.referral", needed: "house.read" },
  inventoryLow: { href: "/admin/house?move=USDT.treasury.inventory", needed: "house.read" },
};

/** What needs somebody's hand, each with the way to what to do about it. */
export function OverviewAlerts({ alerts }: { alerts: AlertDto[] }) {
  const t = useTranslations("staffOverview.alerts");
  if (alerts.length === 0) {
    return <Banner tone="success">{t("none")}</Banner>;
  }
  return (
    <section aria-labelledby="alerts">
      <h2 id="alerts" className="mb-2 font-semibold text-section">
        {t("title", { count: alerts.length })}
      </h2>
      <ul className="space-y-2">
        {alerts.map((alert) => (
          <li key={`${alert.code} ${alert.subject}`}>
            <Alert alert={alert} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Alert({ alert }: { alert: AlertDto }) {
  const rights = useStaffRights();
  const t = useTranslations("staffOverview.alerts");
  const { code } = alert;
  const { href, needed } = PLACES[code];
  const mayOpen = needed === null || may(rights, needed);
  return (
    <AlertBanner
      alert={alert}
      action={
        <TextLink
          look="action"
          href={mayOpen ? withCurrency(href, currencyOf(alert)) : "/admin/help#alerts"}
        >
          {t(mayOpen ? `codes.${code}.action` : "explain")}
        </TextLink>
      }
    />
  );
}

/** What is wrong, in words, with a way to what to do about it. */
export function AlertBanner({ alert, action }: { alert: AlertDto; action: ReactNode }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffOverview.alerts");
  const { code, tone, subject, at, detail, amount } = alert;
  return (
    <Banner tone={tone} title={t(`codes.${code}.title`, { subject })} action={action}>
      {t(`codes.${code}.text`, {
        subject,
        detail,
        at: at === null ? t("never") : formatDateTime(at, { zone: true }),
        amount: formatAmount(amount, currencyOf(alert)),
      })}
    </Banner>
  );
}

const currencyOf = ({ subject }: AlertDto) => (subject === "XAUT" ? "XAUT" : "USDT");

const withCurrency = (href: string, currency: string) =>
  href.replace("move=USDT.", `move=${currency}.`);
