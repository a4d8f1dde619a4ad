"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CsvButton } from "@/components/app/csv-button";
import { AdminPage } from "@/components/layout/admin-shell";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { AdminTradesResponse } from "@/lib/trading/schema";
import { useStaffTrades } from "@/lib/trading/staff-client";
import { TRADE_FILTERS } from "@/lib/views/rules";
import { DayFilter, ListFilters, SearchFilter, SelectFilter } from "../lists/list-filters";
import { SavedViews } from "../lists/saved-views";
import { type ListUrl, useListUrl } from "../lists/use-list-url";
import { TradesTable } from "./trades-table";

const TYPES = ["option", "manual", "ai"] as const;
const STATUSES = [
  "pending",
  "open",
  "won",
  "lost",
  "refunded",
  "void",
  "filled",
  "stopped",
] as const;
const WAYS = ["up", "down", "buy", "sell"] as const;
const PATH = "/admin/trades";

/** The page of everybody's trades. Nothing on it changes one. */
export function TradesPage() {
  const t = useTranslations("staff.trades");
  const url = useListUrl(TRADE_FILTERS);
  const { query } = url;
  return (
    <AdminPage title={t("title")} actions={<CsvButton path={PATH} query={query} />}>
      <ListFilters>
        <SearchFilter url={url} label={t("search")} name="user" />
        <TradeFilters url={url} />
        <SavedViews url={url} list="trades" />
      </ListFilters>
      <Trades url={url} query={query} />
    </AdminPage>
  );
}

/** One user's trades, as a part of their page. */
export function UserTrades({ userId }: { userId: string }) {
  const url = useListUrl(TRADE_FILTERS);
  const query = useMemo(() => ({ ...url.query, user: userId }), [url.query, userId]);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <ListFilters>
          <TradeFilters url={url} />
        </ListFilters>
        <CsvButton path={PATH} query={query} />
      </div>
      <Trades url={url} query={query} />
    </div>
  );
}

function TradeFilters({ url }: { url: ListUrl }) {
  const t = useTranslations("staff.trades");
  const tDesk = useTranslations("staffDesk.trades");
  const status = useTranslations("ui.status");
  return (
    <>
      <SelectFilter
        url={url}
        name="type"
        label={t("type")}
        all={t("allTypes")}
        options={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      <SelectFilter
        url={url}
        name="status"
        label={t("status")}
        all={t("allStatuses")}
        options={STATUSES.map((value) => ({ value, label: status(value) }))}
      />
      <SelectFilter
        url={url}
        name="direction"
        label={tDesk("direction")}
        all={tDesk("allDirections")}
        options={WAYS.map((value) => ({ value, label: t(`ways.${value}`) }))}
      />
      <DayFilter url={url} name="from" label={t("from")} />
      <DayFilter url={url} name="to" label={t("to")} />
    </>
  );
}

function Trades({ url, query }: { url: ListUrl; query: Record<string, string> }) {
  const answer = useStaffTrades(query);
  return (
    <TradesTable
      url={url}
      answer={answer}
      above={answer.data ? <Totals totals={answer.data.totals} url={url} /> : null}
    />
  );
}

function Totals({ totals, url }: { totals: AdminTradesResponse["totals"]; url: ListUrl }) {
  const t = useTranslations("staff.trades");
  const tDesk = useTranslations("staffDesk.trades");
  const { from, to } = url.filters;
  const period = from ? (to ? "between" : "since") : to ? "until" : "all";
  const day = (text: string | undefined) => formatUtc(text, { style: "date" });
  const status = useTranslations("ui.status");
  const figures = [
    { key: "count", value: tDesk("number", { count: totals.count }) },
    { key: "staked", value: formatAmount(totals.staked, "USDT") },
    { key: "openStake", value: formatAmount(totals.openStake, "USDT") },
    { key: "paidOut", value: formatAmount(totals.paidOut, "USDT") },
    { key: "usersPnl", value: formatAmount(totals.usersPnl, "USDT", { sign: true }) },
  ] as const;
  const byStatus = STATUSES.flatMap((one) => {
    const count = totals.byStatus[one];
    return count ? [`${status(one)} ${tDesk("number", { count })}`] : [];
  });
  return (
    <section
      aria-label={t("totals")}
      className="rounded-card border border-line bg-surface px-4 py-3"
    >
      <p className="mb-2 text-caption text-text-2">
        {tDesk(`covers.${period}`, { from: day(from), to: day(to) })}
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(({ key, value }) => (
          <div key={key}>
            <dt className="text-caption text-text-2">{t(key)}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {byStatus.length > 0 ? (
        <p className="mt-2 text-caption text-text-2">{byStatus.join(" · ")}</p>
      ) : null}
    </section>
  );
}
