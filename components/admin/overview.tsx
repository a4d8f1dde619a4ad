"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BarTrend } from "@/components/charts/trends";
import { Banner } from "@/components/ui/banner";
import { Card, SectionTitle } from "@/components/ui/card";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { TextLink } from "@/components/ui/text-link";
import { useOverview } from "@/lib/accounts/staff-client";
import type { OverviewDto } from "@/lib/accounts/staff-schema";
import { messageOf } from "@/lib/platform/client/api";
import { addDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import { Age } from "./age";
import { FeedStatus } from "./feed-status";
import { HouseBalances } from "./house-balances";

/** What staff see first: work waiting, people, open risk, house cover, volume, the price feed. */
export function Overview(may: { mayProcess: boolean; mayUsers: boolean; mayChat: boolean }) {
  const t = useTranslations("staff.overview");
  const { data, isPending, isError, error, isFetching, refetch } = useOverview();
  if (!data) {
    return isPending ? (
      <Loading label={t("loading")}>
        <SkeletonRows count={4} className="h-28" />
      </Loading>
    ) : (
      <ErrorState
        text={t("failed", { reason: messageOf(error) })}
        retrying={isFetching}
        onRetry={() => void refetch()}
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
      <Figures data={data} {...may} />
      <div className="grid gap-4 lg:grid-cols-2">
        <FeedStatus />
        <Card aria-labelledby="house">
          <SectionTitle id="house">{t("house")}</SectionTitle>
          <HouseBalances balances={data.house} />
        </Card>
      </div>
      <Volume data={data} />
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

function Figures({
  data,
  mayProcess,
  mayUsers,
  mayChat,
}: {
  data: OverviewDto;
  mayProcess: boolean;
  mayUsers: boolean;
  mayChat: boolean;
}) {
  const t = useTranslations("staff.overview");
  const { pendingDeposits, pendingWithdrawals, users, openChats, openOptions } = data;
  const oldest = (at: string | null) =>
    at === null ? t("noneWaiting") : t.rich("oldest", { age: () => <Age at={at} /> });
  const to = (allowed: boolean, href: string, text: string) =>
    allowed ? { href, text } : undefined;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
      <Figure
        label={t("pendingDeposits")}
        value={pendingDeposits.count}
        link={to(mayProcess, "/admin/deposits", t("toDeposits"))}
      >
        {oldest(pendingDeposits.oldestAt)}
      </Figure>
      <Figure
        label={t("pendingWithdrawals")}
        value={pendingWithdrawals.count}
        link={to(mayProcess, "/admin/withdrawals", t("toWithdrawals"))}
      >
        {oldest(pendingWithdrawals.oldestAt)}
        {pendingWithdrawals.count > 0
          ? ` · ${formatAmount(pendingWithdrawals.amountUsdt, "USDT")}`
          : null}
      </Figure>
      <Figure
        label={t("users")}
        value={users.total}
        link={to(mayUsers, "/admin/users", t("toUsers"))}
      >
        {t("usersDetail", { active: users.active, today: users.newToday })}
      </Figure>
      <Figure
        label={t("openChats")}
        value={openChats.count}
        link={to(mayChat, "/admin/chat", t("toChats"))}
      >
        {t("chatsDetail", { count: openChats.unreadMessages })}
      </Figure>
      <Figure
        label={t("openOptions")}
        value={openOptions.count}
        link={{ href: "/admin/trades?type=option&status=open", text: t("toOptions") }}
      >
        {t("optionsDetail", {
          stake: formatAmount(openOptions.stakeUsdt, "USDT"),
          cover: formatAmount(openOptions.collateralUsdt, "USDT"),
        })}
      </Figure>
    </ul>
  );
}

function Volume({ data }: { data: OverviewDto }) {
  const t = useTranslations("staff.overview");
  const total = data.volume.reduce((sum, { volumeUsdt }) => addDecimal(sum, volumeUsdt), "0");
  const trades = data.volume.reduce((sum, day) => sum + day.trades, 0);
  const label = (day: string) =>
    formatDateTime(`${day}T00:00:00Z`, { style: "date" }).replace(/ \d{4}$/, "");
  return (
    <Card>
      <BarTrend
        title={t("volume")}
        summary={t("volumeSummary", { total: formatAmount(total, "USDT"), trades })}
        series={[{ key: "volume", label: t("volumeSeries") }]}
        points={data.volume.map(({ day, volumeUsdt }) => ({
          label: label(day),
          values: { volume: volumeUsdt },
        }))}
        labelHeader={t("day")}
        format={(value) => formatAmount(value, "USDT")}
      />
    </Card>
  );
}
