"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { formatPrice, formatRate } from "@/lib/platform/ui/format";
import type { OptionReceipt } from "@/lib/trading/receipt-schema";
import { exactTime, PassedOverTicks, ReceiptTick, useTradeNumber } from "../receipt-parts";

/** An option's receipt: both recorded prices and the arithmetic. */
export function OptionReceiptRows({ receipt }: { receipt: OptionReceipt }) {
  const t = useTranslations("trade");
  const { trade, arithmetic } = receipt;
  const tradeNumber = useTradeNumber(trade.number);
  const usdt = (value: string | null, sign = false) => (
    <HideableAmount value={value} currency={trade.currency} exact sign={sign} />
  );
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          tradeNumber,
          { label: t("amount"), value: usdt(trade.amount) },
          { label: t("payoutRate"), value: formatRate(trade.payoutRate) },
          { label: t("accepted24"), value: exactTime(receipt.openedAt) },
          { label: t("endsAt"), value: exactTime(receipt.expiresAt) },
        ]}
      />
      <ReceiptTick
        title={t("entryTick")}
        rule={t("entryReceiptRule", { seconds: receipt.entryDelayMs / 1000 })}
        tick={receipt.entryTick}
      />
      <PassedOverTicks
        labelOf={(reason) => t(`passedOver.${reason}`)}
        ticks={receipt.passedOverTicks}
      />
      <ReceiptTick title={t("exitTick")} rule={t("exitRule")} tick={receipt.exitTick} />
      {receipt.gap ? (
        <KeyValueRows
          boxed
          rows={[
            { label: t("gapBefore"), value: neighbourText(receipt.gap.before) },
            { label: t("gapAfter"), value: neighbourText(receipt.gap.after) },
          ]}
        />
      ) : null}
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

const neighbourText = (tick: NonNullable<OptionReceipt["gap"]>["before"]) =>
  tick ? `${tick.id} · ${exactTime(tick.at)}` : exactTime(null);

function outcomeText(
  t: ReturnType<typeof useTranslations<"trade">>,
  receipt: OptionReceipt,
): string {
  const { arithmetic, entryTick, exitTick, trade } = receipt;
  if (arithmetic.outcome === null) return "";
  return t(`because.${arithmetic.outcome}`, {
    direction: t(`sides.${trade.direction ?? "up"}`),
    entry: formatPrice(entryTick?.price, { decimals: 8 }),
    exit: formatPrice(exitTick?.price, { decimals: 8 }),
  });
}
