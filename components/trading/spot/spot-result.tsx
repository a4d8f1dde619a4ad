"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { StatusPill } from "@/components/ui/display/pill";
import { formatPrice } from "@/lib/platform/ui/format";
import type { TradeDto } from "@/lib/trading/schema";

export interface SpotResultProps {
  trade: TradeDto;
  /** Says that it is the trade of an earlier sending; null for a new one. */
  earlier: string | null;
  onReceipt: () => void;
}

/** What a spot trade came to: the same card for gain and loss. */
export function SpotResult({ trade, earlier, onReceipt }: SpotResultProps) {
  const t = useTranslations("spot");
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
        <p className="font-semibold">
          {t(trade.status === "pending" ? "pending" : isBuy ? "bought" : "soldTitle")}
        </p>
        <StatusPill status={trade.status} />
      </div>
      {earlier ? <p className="text-text-2">{earlier}</p> : null}
      <KeyValueRows rows={rows} />
      <Button variant="ghost" className="-mb-2 -ml-4" onClick={onReceipt}>
        {t("showReceipt")}
      </Button>
    </Card>
  );
}
