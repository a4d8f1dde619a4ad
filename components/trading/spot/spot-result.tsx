"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { Live } from "@/components/market/use-blocked-reason";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { StatusPill } from "@/components/ui/display/pill";
import { formatPrice } from "@/lib/platform/ui/format";
import { useRecentTrades } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";

export interface SpotResultProps {
  /** As it was answered: it may still wait for its price. */
  trade: TradeDto;
  /** Says that it is the trade of an earlier sending; null for a new one. */
  earlier: string | null;
  live: Live;
  onReceipt: (trade: TradeDto) => void;
}

function titleOf({ status, side }: TradeDto) {
  if (status === "pending" || status === "void") return status;
  return side === "buy" ? "bought" : "soldTitle";
}

/** What a spot trade came to: the same card for gain and loss. */
export function SpotResult({ trade: answered, earlier, live, onReceipt }: SpotResultProps) {
  const t = useTranslations("spot");
  const recent = useRecentTrades("manual", live).data?.trades;
  const trade = recent?.find(({ id }) => id === answered.id) ?? answered;
  const isBuy = trade.side === "buy";
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The closing review gives the focus back first, to a ticket that has made room for an empty one.
    const timer = setTimeout(() => {
      top.current?.scrollIntoView?.({ block: "nearest" });
      top.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, []);
  const amount = (value: string | null, currency: string | null, sign = false) => (
    <HideableAmount value={value} currency={currency ?? ""} exact sign={sign} />
  );
  const rows: KeyValueRow[] = [
    { label: t(isBuy ? "spent" : "sold"), value: amount(trade.amount, trade.currency) },
    { label: t("price"), value: formatPrice(trade.entryPrice, { exact: true }) },
    { label: t("feePaid"), value: amount(trade.fee, "USDT") },
    {
      label: t("received"),
      value: amount(trade.received, trade.receivedCurrency),
      strong: true,
    },
    ...(trade.pnl === null ? [] : [{ label: t("result"), value: amount(trade.pnl, "USDT", true) }]),
  ];
  return (
    <Card>
      <div
        ref={top}
        tabIndex={-1}
        className="flex scroll-mt-24 flex-wrap items-center justify-between gap-2"
      >
        <p className="font-semibold">{t(titleOf(trade))}</p>
        <StatusPill status={trade.status} />
      </div>
      {trade.voidReason ? <p className="text-text-2">{t(`reasons.${trade.voidReason}`)}</p> : null}
      {earlier ? <p className="text-text-2">{earlier}</p> : null}
      <KeyValueRows rows={rows} />
      <Button variant="ghost" className="-mb-2 -ml-4" onClick={() => onReceipt(trade)}>
        {t("showReceipt")}
      </Button>
    </Card>
  );
}
