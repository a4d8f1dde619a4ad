"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useVoidReason } from "@/components/market/use-void-reason";
import { CopyButton } from "@/components/ui/copy-button";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { SimulatedPill, StatusPill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { Dialog } from "@/components/ui/overlays/dialog";
import { formatAmount, formatPrice, formatRate, UNKNOWN } from "@/lib/platform/ui/format";
import type { OptionReceipt, Receipt, SpotReceipt } from "@/lib/trading/receipt-schema";
import { useStaffReceipt } from "@/lib/trading/staff-client";

/** The recorded prices of a trade and the arithmetic of its result. */
export function TradeReceipt({
  tradeId,
  open,
  onClose,
}: {
  tradeId: string;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("staff.receipt");
  const receipt = useStaffReceipt(tradeId);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement="side"
      title={t("title")}
      description={t("description")}
    >
      {receipt.data ? (
        <ReceiptBody receipt={receipt.data} />
      ) : (
        <QueryState query={receipt} label={t("title")} rows={5} />
      )}
    </Dialog>
  );
}

const price = (value: string | null) => formatPrice(value, { exact: true });
const usdt = (value: string | null) => formatAmount(value, "USDT", { exact: true });

function ReceiptBody({ receipt }: { receipt: Receipt }) {
  const { trade } = receipt;
  const reason = useVoidReason()(trade);
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap gap-2">
        <StatusPill status={trade.status} />
        {trade.simulated ? <SimulatedPill /> : null}
      </p>
      {reason === null ? null : <p>{reason}</p>}
      {receipt.kind === "option" ? (
        <OptionBody receipt={receipt} />
      ) : (
        <SpotBody receipt={receipt} />
      )}
    </div>
  );
}

const neighbourText = (tick: { id: string; at: string } | null) =>
  tick ? `${tick.id} · ${tick.at}` : UNKNOWN;

function useTradeId(id: string): KeyValueRow {
  const t = useTranslations("staff.receipt");
  const number = useRef<HTMLElement>(null);
  return {
    label: t("trade"),
    value: (
      <span className="flex flex-wrap items-center justify-between gap-2">
        <code ref={number} className="break-all font-mono">
          {id}
        </code>
        <CopyButton compact text={id} textRef={number} label={t("copyId")} />
      </span>
    ),
    stacked: true,
  };
}

function OptionBody({ receipt }: { receipt: OptionReceipt }) {
  const t = useTranslations("staff.receipt");
  const { trade, arithmetic } = receipt;
  const tradeId = useTradeId(trade.id);
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          { label: t("tradeNumber"), value: trade.number },
          tradeId,
          {
            label: t("direction"),
            value: trade.direction ? t(`ways.${trade.direction}`) : UNKNOWN,
          },
          { label: t("stake"), value: usdt(arithmetic.stake) },
          { label: t("payoutRate"), value: formatRate(arithmetic.payoutRate) },
          { label: t("accepted"), value: receipt.openedAt, stacked: true },
          { label: t("entryDelay"), value: `${receipt.entryDelayMs} ms` },
          { label: t("ends"), value: receipt.expiresAt ?? UNKNOWN, stacked: true },
          ...receipt.passedOverTicks.map((tick) => ({
            id: tick.id,
            label: t(`passedOver.${tick.reason}`),
            value: neighbourText(tick),
            stacked: true,
          })),
        ]}
      />
      <Tick
        title={t("entryTick")}
        tick={receipt.entryTick}
        neighbour={t("before")}
        other={receipt.tickBeforeEntry}
      />
      <Tick
        title={t("exitTick")}
        tick={receipt.exitTick}
        neighbour={t("after")}
        other={receipt.tickAfterExit}
      />
      {receipt.gap ? (
        <KeyValueRows
          boxed
          rows={[
            { label: t("gapBefore"), value: neighbourText(receipt.gap.before), stacked: true },
            { label: t("gapAfter"), value: neighbourText(receipt.gap.after), stacked: true },
          ]}
        />
      ) : null}
      <h3 className="font-semibold text-section">{t("arithmetic")}</h3>
      <KeyValueRows
        boxed
        rows={[
          {
            label: t("difference"),
            value: formatPrice(arithmetic.difference, { decimals: 8, sign: true }),
          },
          {
            label: t("outcome"),
            value: arithmetic.outcome ? t(`outcomes.${arithmetic.outcome}`) : UNKNOWN,
          },
          { label: t("gainIfRight"), value: usdt(arithmetic.gainIfRight) },
          { label: t("payout"), value: usdt(arithmetic.payout) },
          { label: t("pnl"), value: usdt(arithmetic.pnl), strong: true },
        ]}
      />
    </>
  );
}

function SpotBody({ receipt }: { receipt: SpotReceipt }) {
  const t = useTranslations("staff.receipt");
  const { trade, arithmetic } = receipt;
  const { closed } = arithmetic;
  const tradeId = useTradeId(trade.id);
  const amount = (value: string | null, currency: string | null) =>
    formatAmount(value, currency ?? "", { exact: true });
  const closedRows: KeyValueRow[] =
    closed === null
      ? []
      : [
          { label: t("averageCost"), value: closed.averageCost ?? UNKNOWN },
          { label: t("closedQuantity"), value: amount(closed.quantity, "XAUT") },
          { label: t("closedCost"), value: usdt(closed.cost) },
          { label: t("closedProceeds"), value: usdt(closed.proceeds) },
          { label: t("pnl"), value: usdt(closed.pnl), strong: true },
        ];
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          { label: t("tradeNumber"), value: trade.number },
          tradeId,
          { label: t("direction"), value: trade.side ? t(`ways.${trade.side}`) : UNKNOWN },
          { label: t("amount"), value: amount(trade.amount, trade.currency) },
          { label: t("accepted"), value: receipt.openedAt, stacked: true },
        ]}
      />
      <Tick
        title={t(trade.type === "ai" ? "fillTickAi" : "fillTick")}
        tick={receipt.entryTick}
        neighbour={t("after")}
        other={receipt.tickAfterEntry}
      />
      <h3 className="font-semibold text-section">{t("arithmetic")}</h3>
      <KeyValueRows
        boxed
        rows={[
          { label: t("spread"), value: formatRate(arithmetic.spread) },
          { label: t("price"), value: price(arithmetic.price) },
          { label: t("gross"), value: usdt(arithmetic.gross) },
          { label: t("feeRate"), value: formatRate(arithmetic.feeRate) },
          { label: t("fee"), value: usdt(arithmetic.fee) },
          {
            label: t("received"),
            value: amount(arithmetic.received, trade.receivedCurrency),
            strong: true,
          },
          ...closedRows,
        ]}
      />
    </>
  );
}

/** A source by name, with what it offered at that moment where that was recorded. */
function sourceOf({ source, bid, ask }: Record<string, unknown>): string {
  const prices = [bid, ask].filter((one) => one !== undefined).map((one) => price(String(one)));
  return prices.length === 0 ? String(source) : `${source} (${prices.join(" / ")})`;
}

function Tick({
  title,
  tick,
  neighbour,
  other,
}: {
  title: string;
  tick: Receipt["entryTick"];
  neighbour: string;
  other: { id: string; at: string } | null;
}) {
  const t = useTranslations("staff.receipt");
  return (
    <section className="space-y-2">
      <h3 className="font-semibold text-section">{title}</h3>
      {tick ? (
        <KeyValueRows
          boxed
          rows={[
            { label: t("number"), value: tick.id },
            { label: t("time"), value: tick.at, stacked: true },
            { label: t("price"), value: price(tick.price), strong: true },
            { label: t("bidAsk"), value: `${price(tick.bid)} / ${price(tick.ask)}` },
            {
              label: t("sources"),
              value: tick.sources.map(sourceOf).join(", ") || UNKNOWN,
              stacked: true,
            },
            {
              label: neighbour,
              value: neighbourText(other),
              stacked: true,
            },
          ]}
        />
      ) : (
        <p className="text-text-2">{t("noTick")}</p>
      )}
    </section>
  );
}
