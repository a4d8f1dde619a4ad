"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useVoidReason } from "@/components/market/use-void-reason";
import { Button } from "@/components/ui/button";
import { ChangeText } from "@/components/ui/display/change-text";
import type { DataColumn } from "@/components/ui/display/data-list";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import type { AdminTradeDto } from "@/lib/trading/schema";
import type { useStaffTrades } from "@/lib/trading/staff-client";
import type { ListUrl } from "../lists/use-list-url";
import { useReview } from "../payments/use-review";
import { StaffList } from "../staff/staff-list";
import { UserLink } from "../users/user-link";
import { TradeReceipt } from "./trade-receipt";

export interface TradesTableProps {
  url: ListUrl;
  answer: ReturnType<typeof useStaffTrades>;
  above: ReactNode;
}

/** Trades with what they settled on. */
export function TradesTable({ url, answer, above }: TradesTableProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.trades");
  // Which receipt is open stands in the address, so that a colleague can be sent there.
  const receipt = useReview(url);
  const show = (row: AdminTradeDto) => receipt.start(row.id);
  const { columns, kindOf, resultOf } = useTradeColumns(show);
  return (
    <>
      <StaffList
        answer={answer}
        rows={answer.data?.trades}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        emptyText={t("empty")}
        above={above}
        caption={t("title")}
        tableFrom={960}
        rowKey={(row) => row.id}
        columns={columns}
        onOpen={show}
        card={(row) => ({
          title: `${row.user.username} · ${kindOf(row)}`,
          amount: formatAmount(row.amount, row.currency),
          meta: formatDateTime(row.openedAt, { zone: true }),
          status: (
            <span className="inline-flex flex-wrap items-center justify-end gap-2">
              {resultOf(row)}
              <StatusPill status={row.status} />
            </span>
          ),
        })}
      />
      {receipt.id ? (
        <TradeReceipt tradeId={receipt.id} open={receipt.open} onClose={() => receipt.move(null)} />
      ) : null}
    </>
  );
}

function useTradeColumns(onReceipt: (row: AdminTradeDto) => void) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.trades");
  const voidReason = useVoidReason();
  const wayOf = ({ direction, side, duration }: AdminTradeDto) => {
    const way = direction ?? side;
    return [
      way ? t(`ways.${way}`) : null,
      duration === null ? null : t("seconds", { count: duration }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  const kindOf = (row: AdminTradeDto) => [t(`types.${row.type}`), wayOf(row)].join(" · ");
  const resultOf = (row: AdminTradeDto) =>
    row.pnl === null ? null : (
      <ChangeText
        value={row.pnl}
        text={formatAmount(row.pnl, "USDT", { sign: true, unit: false })}
      />
    );
  const columns: DataColumn<AdminTradeDto>[] = [
    {
      key: "opened",
      header: t("opened"),
      className: "whitespace-nowrap text-text-2",
      isTime: true,
      cell: (row) => (
        <>
          {formatDateTime(row.openedAt, { style: "date" })}
          <span className="block text-caption">
            {formatDateTime(row.openedAt, { style: "timeSeconds" })}
          </span>
        </>
      ),
    },
    {
      key: "user",
      header: t("user"),
      className: "min-w-36 [overflow-wrap:anywhere]",
      cell: (row) => <UserLink user={row.user} tab="trades" />,
    },
    {
      key: "kind",
      header: t("kind"),
      className: "whitespace-nowrap",
      cell: (row) => (
        <>
          {t(`types.${row.type}`)}
          <span className="block text-caption text-text-2">{wayOf(row)}</span>
          <span className="block text-caption text-text-2">
            {t("number", { number: row.number })}
          </span>
        </>
      ),
    },
    {
      key: "amount",
      header: t("amount"),
      numeric: true,
      cell: (row) => (
        <>
          {formatAmount(row.amount, row.currency)}
          {row.received === null ? null : (
            <span className="block text-caption text-text-2">
              → {formatAmount(row.received, row.receivedCurrency ?? "")}
              <span className="block">{t("fee", { amount: formatAmount(row.fee, "USDT") })}</span>
            </span>
          )}
        </>
      ),
    },
    {
      key: "entry",
      header: t("entry"),
      numeric: true,
      cell: (row) => (row.type === "option" ? formatPrice(row.entryPrice, { exact: true }) : "—"),
    },
    {
      key: "exit",
      header: t("settlement"),
      numeric: true,
      cell: (row) => (
        <>
          {formatPrice(row.type === "option" ? row.exitPrice : row.entryPrice, { exact: true })}
          {row.priceSources.length > 0 ? (
            <span className="block whitespace-normal text-caption text-text-2">
              {row.priceSources.join(", ")}
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: "result",
      header: t("result"),
      numeric: true,
      cell: (row) => resultOf(row) ?? "—",
    },
    {
      key: "status",
      header: t("status"),
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1">
          <StatusPill status={row.status} />
          {row.simulated ? <Pill tone="info">{t("simulated")}</Pill> : null}
          {row.status === "void" ? (
            <span className="max-w-40 text-caption text-text-2">{voidReason(row)}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: "receipt",
      header: t("receipt"),
      hiddenHeader: true,
      cell: (row) => (
        <Button
          variant="ghost"
          aria-label={`${t("receipt")} ${t("receiptOf", { user: row.user.username, time: formatDateTime(row.openedAt, { zone: true }) })}`}
          onClick={() => onReceipt(row)}
        >
          {t("receipt")}
        </Button>
      ),
    },
  ];
  return { columns, kindOf, resultOf };
}
