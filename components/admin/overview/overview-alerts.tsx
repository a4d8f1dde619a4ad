"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/display/banner";
import { TextLink } from "@/components/ui/text-link";
import type { AlertCode, AlertDto } from "@/lib/overview/schema";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import type { StaffArea } from "@/lib/sessions/staff-areas";

/** Where each alert is dealt with: a page of an area, or the handbook for who may not open that. */
const PLACES: Record<AlertCode, { href: string; area: StaffArea | null }> = {
  feedDown: { href: "/admin/help#the-price-feed", area: null },
  pricePaused: { href: "/admin#feed", area: "settings" },
  ledgerCheckFailed: { href: "/admin/help#the-ledger-check", area: null },
  ledgerCheckOld: { href: "/admin/help#the-ledger-check", area: null },
  auditCheckFailed: { href: "/admin/help#the-audit-check", area: null },
  auditCheckOld: { href: "/admin/help#the-audit-check", area: null },
  jobsSilent: { href: "/admin/help#jobs", area: null },
  jobLate: { href: "/admin/help#jobs", area: null },
  jobFailed: { href: "/admin/help#jobs", area: null },
  withdrawalsWait: { href: "/admin/withdrawals", area: "finance" },
  depositsWait: { href: "/admin/deposits", area: "finance" },
  savingsWait: { href: "/admin/saving-plans", area: "finance" },
  optionsWinOften: { href: "/admin/trades?type=option&status=won", area: "finance" },
  fourEyesOff: { href: "/admin/settings", area: "settings" },
  plansUnfunded: { href: "/admin/saving-plans", area: "finance" },
  poolEmpty: { href: "/admin/house?move=USDT.treasury.option_pool", area: "finance" },
  poolLow: { href: "/admin/house?move=USDT.treasury.option_pool", area: "finance" },
  referralShort: { href: "/admin/house?move=USDT.treasury.referral", area: "finance" },
  inventoryLow: { href: "/admin/house?move=USDT.treasury.inventory", area: "finance" },
};

/** What needs somebody's hand, each with the way to what to do about it. */
export function OverviewAlerts({
  alerts,
  sees,
}: {
  alerts: AlertDto[];
  sees: readonly StaffArea[];
}) {
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
            <Alert alert={alert} sees={sees} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Alert({ alert, sees }: { alert: AlertDto; sees: readonly StaffArea[] }) {
  const t = useTranslations("staffOverview.alerts");
  const { code, tone, subject, at, detail, amount } = alert;
  const { href, area } = PLACES[code];
  const mayOpen = area === null || sees.includes(area);
  const currency = subject === "XAUT" ? "XAUT" : "USDT";
  return (
    <Banner
      tone={tone}
      title={t(`codes.${code}.title`, { subject })}
      action={
        <TextLink
          look="action"
          href={mayOpen ? withCurrency(href, currency) : "/admin/help#alerts"}
        >
          {t(mayOpen ? `codes.${code}.action` : "explain")}
        </TextLink>
      }
    >
      {t(`codes.${code}.text`, {
        subject,
        detail,
        at: at === null ? t("never") : formatDateTime(at, { zone: true }),
        amount: formatAmount(amount, currency),
      })}
    </Banner>
  );
}

const withCurrency = (href: string, currency: string) =>
  href.replace("move=USDT.", `move=${currency}.`);
