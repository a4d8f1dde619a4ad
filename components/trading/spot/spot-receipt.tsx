"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { formatPrice, formatRate } from "@/lib/platform/ui/format";
import type { SpotReceipt } from "@/lib/trading/receipt-schema";
import { exactTime, ReceiptTick, useTradeNumber } from "../receipt-parts";

const price = (value: string | null) => formatPrice(value, { decimals: 8 });
const usdt = (value: string | null, sign = false) => (
  <HideableAmount value={value} currency="USDT" exact sign={sign} />
);
const xaut = (value: string | null) => <HideableAmount value={value} currency="XAUT" exact />;

/** Before version 0.4 a user's trade was filled at the newest price. */
function ruleOf({ trade, entryTick, openedAt }: SpotReceipt) {
  if (trade.type === "ai") return "tickRuleAi";
  return entryTick === null || entryTick.at > openedAt ? "tickRuleNext" : "tickRule";
}

/** A spot trade's receipt: the recorded price and how amounts and result follow from it. */
export function SpotReceiptRows({ receipt }: { receipt: SpotReceipt }) {
  const t = useTranslations("spot.receipt");
  const tradeNumber = useTradeNumber(receipt.trade.number);
  const { trade, arithmetic } = receipt;
  const isBuy = trade.side === "buy";
  const amount = isBuy ? usdt : xaut;
  const received = isBuy ? xaut : usdt;
  const rate = formatRate(arithmetic.feeRate);
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          tradeNumber,
          { label: t(isBuy ? "spent" : "sold"), value: amount(trade.amount) },
          { label: t("received"), value: received(trade.received), strong: true },
          { label: t("filled"), value: exactTime(receipt.openedAt) },
        ]}
      />
      <ReceiptTick title={t("tick")} rule={t(ruleOf(receipt))} tick={receipt.entryTick} />
      <section className="space-y-2">
        <h3 className="font-semibold">{t("arithmetic")}</h3>
        <KeyValueRows
          boxed
          rows={[
            {
              label: t(isBuy ? "buyPrice" : "sellPrice", { spread: formatRate(arithmetic.spread) }),
              value: price(arithmetic.price),
            },
            { label: t(isBuy ? "grossBuy" : "grossSell"), value: usdt(arithmetic.gross) },
            { label: t("fee", { rate }), value: usdt(arithmetic.fee) },
            {
              label: t(isBuy ? "receivedBuy" : "receivedSell"),
              value: received(arithmetic.received),
              strong: true,
            },
          ]}
        />
      </section>
      {isBuy ? null : <Result closed={arithmetic.closed} />}
    </>
  );
}

function Result({ closed }: { closed: SpotReceipt["arithmetic"]["closed"] }) {
  const t = useTranslations("spot.receipt");
  const rows: KeyValueRow[] =
    closed === null
      ? []
      : [
          { label: t("positionQuantity"), value: xaut(closed.positionQuantity) },
          { label: t("positionCost"), value: usdt(closed.positionCost) },
          { label: t("averageCost"), value: price(closed.averageCost) },
          { label: t("closedQuantity"), value: xaut(closed.quantity) },
          { label: t("closedProceeds"), value: usdt(closed.proceeds) },
          { label: t("closedCost"), value: usdt(closed.cost) },
          { label: t("result"), value: usdt(closed.pnl, true), strong: true },
        ];
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{t("resultTitle")}</h3>
      <p className="text-caption text-text-2">{t(closed === null ? "noCost" : "resultRule")}</p>
      {rows.length > 0 ? <KeyValueRows boxed rows={rows} /> : null}
    </section>
  );
}
