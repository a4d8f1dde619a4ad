"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BarTrend } from "@/components/charts/trends";
import { Banner } from "@/components/ui/display/banner";
import { Card } from "@/components/ui/display/card";
import { QueryState } from "@/components/ui/display/query-state";
import { TextLink } from "@/components/ui/text-link";
import { Age } from "@/components/ui/time/age";
import { useOverview } from "@/lib/overview/client";
import type { OverviewDto } from "@/lib/overview/schema";
import { messageOf } from "@/lib/platform/client/api";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { addDecimal, compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatPercent } from "@/lib/platform/ui/format";
import { may, type Permission } from "@/lib/sessions/permission-rules";
import { useMay, useStaffRights } from "../panel/staff-rights";
import { FeedStatus } from "./feed-status";
import { OverviewAlerts } from "./overview-alerts";
import { OverviewCover } from "./overview-cover";
import { OverviewLaunch } from "./overview-launch";
import { OverviewWinRates } from "./overview-win-rates";

/** What staff see first: what needs them, work waiting, people, cover, volume, the price feed. */
export function Overview() {
  const t = useTranslations("staff.overview");
  const overview = useOverview();
  const mayResume = useMay("market.resume");
  const mayHouse = useMay("house.read");
  const { data, isError, error } = overview;
  if (!data) {
    return (
      <QueryState
        query={overview}
        label={t("loading")}
        rows={4}
        rowClass="h-28"
        text={(reason) => t("failed", { reason })}
      />
    );
  }
  return (
    <>
      {isError ? (
        <Banner tone="error" live>
          {t("failed", { reason: messageOf(error) })}
        </Banner>
      ) : null}
      <OverviewAlerts alerts={data.alerts} />
      <Figures data={data} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <FeedStatus
            pausedFor={data.alerts.find(({ code }) => code === "pricePaused")?.subject ?? null}
            mayResume={mayResume}
          />
          <OverviewWinRates results={data.optionResults} />
        </div>
        <OverviewCover cover={data.cover} mayHouse={mayHouse} />
      </div>
      <Volume data={data} />
      <OverviewLaunch steps={data.launch} />
    </>
  );
}

function Figure({
  label,
  value,
  children,
  link,
}: {
  label: string;
  value: ReactNode;
  children?: ReactNode;
  link?: { href: string; text: string };
}) {
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-line bg-surface p-4">
      <h2 className="text-text-2">{label}</h2>
      <p className="font-semibold text-page [overflow-wrap:anywhere]">{value}</p>
      <p className="min-h-4.5 text-caption text-text-2">{children}</p>
      {link ? (
        <p className="mt-auto">
          <TextLink href={link.href} look="action">
            {link.text}
          </TextLink>
        </p>
      ) : null}
    </li>
  );
}

const HOUR_SECONDS = 3_600;
const MINUTE_SECONDS = 60;

/** How soon support answers, and what users say of it; nothing where nobody has asked or said anything. */
function ChatQuality({ medianFirstReplySeconds: seconds, ratings }: OverviewDto["openChats"]) {
  const t = useTranslations("staff.overview");
  const parts = [];
  if (seconds !== null) {
    const isLong = seconds >= HOUR_SECONDS;
    const count = Math.ceil(seconds / (isLong ? HOUR_SECONDS : MINUTE_SECONDS));
    parts.push(t("chatsReply", { time: t(isLong ? "hours" : "minutes", { count }) }));
  }
  if (ratings.total > 0) {
    const share = formatPercent(String((100 * ratings.good) / ratings.total), { decimals: 0 });
    parts.push(t("chatsRated", { share, total: ratings.total }));
  }
  return parts.map((part) => (
    <span key={part} className="block">
      {part}
    </span>
  ));
}

function Figures({ data }: { data: OverviewDto }) {
  const t = useTranslations("staff.overview");
  const { pendingDeposits, pendingWithdrawals, users, openChats, openOptions } = data;
  const oldest = (at: string | null) =>
    at === null ? t("noneWaiting") : t.rich("oldest", { age: () => <Age at={at} /> });
  const rights = useStaffRights();
  const to = (needed: Permission, href: string, text: string) =>
    may(rights, needed) ? { href, text } : undefined;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
      <Figure
        label={t("pendingDeposits")}
        value={pendingDeposits.count}
        link={to("deposits.read", "/admin/deposits", t("toDeposits"))}
      >
        {oldest(pendingDeposits.oldestAt)}
      </Figure>
      <Figure
        label={t("pendingWithdrawals")}
        value={pendingWithdrawals.count}
        link={to("withdrawals.read", "/admin/withdrawals", t("toWithdrawals"))}
      >
        {oldest(pendingWithdrawals.oldestAt)}
        {pendingWithdrawals.count > 0
          ? ` · ${formatAmount(pendingWithdrawals.amountUsdt, "USDT")}`
          : null}
        {compareDecimal(pendingWithdrawals.amountXaut, "0") > 0
          ? ` · ${formatAmount(pendingWithdrawals.amountXaut, "XAUT")}`
          : null}
      </Figure>
      <Figure
        label={t("users")}
        value={users.total}
        link={to("users.read", "/admin/users", t("toUsers"))}
      >
        {t("usersDetail", { active: users.active, today: users.newToday })}
      </Figure>
      <Figure
        label={t("openChats")}
        value={openChats.count}
        link={to("chat.answer", "/admin/chat", t("toChats"))}
      >
        {t("chatsDetail", { count: openChats.needReply })}
        <ChatQuality {...openChats} />
      </Figure>
      <Figure
        label={t("openOptions")}
        value={openOptions.count}
        link={to("trades.read", "/admin/trades?type=option&status=open", t("toOptions"))}
      >
        {t("optionsDetail", {
          stake: formatAmount(openOptions.stakeUsdt, "USDT"),
          cover: formatAmount(openOptions.collateralUsdt, "USDT"),
        })}
      </Figure>
    </ul>
  );
}

const PRODUCTS = ["option", "manual", "ai", "storage"] as const;

function Volume({ data }: { data: OverviewDto }) {
  const t = useTranslations("staffOverview.volume");
  const total = data.volume.reduce(
    (sum, day) => PRODUCTS.reduce((part, product) => addDecimal(part, day[product]), sum),
    "0",
  );
  const actions = data.volume.reduce((sum, day) => sum + day.actions, 0);
  const label = (day: string) =>
    formatUtc(`${day}T00:00:00Z`, { style: "date" }).replace(/ \d{4}$/, "");
  return (
    <Card>
      <BarTrend
        title={t("title")}
        summary={t("summary", { total: formatAmount(total, "USDT"), actions })}
        series={PRODUCTS.map((key) => ({ key, label: t(`products.${key}`) }))}
        points={data.volume.map(({ day, ...values }) => ({
          label: label(day),
          values: {
            option: values.option,
            manual: values.manual,
            ai: values.ai,
            storage: values.storage,
          },
        }))}
        labelHeader={t("day")}
        format={(value) => formatAmount(value, "USDT")}
      />
    </Card>
  );
}
