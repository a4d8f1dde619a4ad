"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/key-value-rows";
import { SimulatedPill, StatusPill } from "@/components/ui/pill";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { formatAmount, formatDateTime, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { useReceipt } from "@/lib/trading/client";
import type { Receipt, TradeDto } from "@/lib/trading/schema";
import { useTradeText } from "./trade-text";

/** One trade with its receipt: both recorded prices and how the result follows from them. */
export function TradeDetail({ trade, onClose }: { trade: TradeDto; onClose: () => void }) {
  const t = useTranslations("trade");
  const { what } = useTradeText();
  const receipt = useReceipt(trade.id);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      placement="sheet"
      title={t("receiptTitle")}
      description={what(trade)}
    >
      <div className="space-y-4">
        <p className="flex flex-wrap gap-2">
          <StatusPill status={receipt.data?.trade.status ?? trade.status} />
          {trade.simulated ? <SimulatedPill>{t("simulatedPrices")}</SimulatedPill> : null}
        </p>
        {receipt.data ? <ReceiptRows receipt={receipt.data} /> : null}
        {receipt.isPending ? (
          <Loading label={t("receiptTitle")}>
            <SkeletonRows count={4} />
          </Loading>
        ) : null}
        {receipt.isError ? (
          <ErrorState
            retrying={receipt.isFetching}
            onRetry={() => void receipt.refetch()}
            text={t("receiptFailed")}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function ReceiptRows({ receipt }: { receipt: Receipt }) {
  const t = useTranslations("trade");
  const { trade, arithmetic } = receipt;
  const usdt = (value: string | null, sign = false) =>
    formatAmount(value, trade.currency, { exact: true, sign });
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          {
            label: t("number"),
            value: (
              <span className="flex flex-wrap items-center gap-2">
                {trade.id}
                <CopyButton compact text={trade.id} label={t("copyNumber")} />
              </span>
            ),
            stacked: true,
          },
          { label: t("amount"), value: usdt(trade.amount) },
          { label: t("payoutRate"), value: formatRate(trade.payoutRate) },
          { label: t("accepted24"), value: exactTime(receipt.openedAt) },
          { label: t("endsAt"), value: exactTime(receipt.expiresAt) },
        ]}
      />
      <Tick title={t("entryTick")} rule={t("entryRule")} tick={receipt.entryTick} />
      <Tick title={t("exitTick")} rule={t("exitRule")} tick={receipt.exitTick} />
      {arithmetic.outcome === null ? null : (
        <section className="space-y-2">
          <h3 className="font-semibold">{t("arithmetic")}</h3>
          <p>{outcomeText(t, receipt)}</p>
          <KeyValueRows
            boxed
            rows={[
              { label: t("stake"), value: usdt(arithmetic.stake) },
              {
                label: t("gain", { rate: formatRate(arithmetic.payoutRate) }),
                value: usdt(arithmetic.gainIfRight),
              },
              { label: t("paidBack"), value: usdt(arithmetic.payout) },
              { label: t("balanceChange"), value: usdt(arithmetic.pnl, true), strong: true },
            ]}
          />
        </section>
      )}
    </>
  );
}

/** A time to the microsecond, as recorded: the order of ticks is decided by it. */
function exactTime(iso: string | null): string {
  if (iso === null) return formatDateTime(null);
  return `${iso.slice(0, 10)} ${iso.slice(11, 26)} UTC`;
}

function outcomeText(t: ReturnType<typeof useTranslations<"trade">>, receipt: Receipt): string {
  const { arithmetic, entryTick, exitTick, trade } = receipt;
  if (arithmetic.outcome === null) return "";
  return t(`because.${arithmetic.outcome}`, {
    direction: t(`sides.${trade.direction ?? "up"}`),
    entry: formatPrice(entryTick?.price, { decimals: 8 }),
    exit: formatPrice(exitTick?.price, { decimals: 8 }),
  });
}

function Tick({ title, rule, tick }: { title: string; rule: string; tick: Receipt["entryTick"] }) {
  const t = useTranslations("trade");
  const rows: KeyValueRow[] = tick
    ? [
        { label: t("price"), value: formatPrice(tick.price, { decimals: 8 }), strong: true },
        { label: t("time"), value: exactTime(tick.at) },
        { label: t("tickNumber"), value: tick.id },
        ...tick.sources.map((source, index) => ({
          id: `source-${index}`,
          label: t("source"),
          value: sourceText(source),
        })),
      ]
    : [{ label: t("price"), value: t("noTick") }];
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-caption text-text-2">{rule}</p>
      <KeyValueRows boxed rows={rows} />
    </section>
  );
}

/** A source's name and everything recorded of its quote. */
function sourceText({ source, ...quote }: Record<string, unknown>): string {
  const parts = Object.entries(quote).map(([name, value]) => `${name} ${String(value)}`);
  return [String(source), ...parts].join(" · ");
}
