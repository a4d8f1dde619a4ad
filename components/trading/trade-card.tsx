"use client";

import { useTranslations } from "next-intl";
import { useVoidReason } from "@/components/market/use-void-reason";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import type { DataCard } from "@/components/ui/display/data-list";
import { StatusPill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatPrice } from "@/lib/platform/ui/format";
import type { TradeDto } from "@/lib/trading/schema";
import { DirectionIcon } from "./options/direction-icon";
import { useTradeText } from "./trade-text";

/** What a trade shows first: an option's result or stake, the XAUT of a spot trade with its sign. */
export function headAmount(trade: TradeDto): {
  value: string | null;
  currency: string;
  sign: boolean;
} {
  if (trade.type === "option") {
    return { value: trade.pnl ?? trade.amount, currency: "USDT", sign: trade.pnl !== null };
  }
  const value = trade.side === "buy" ? trade.received : `-${trade.amount}`;
  return { value, currency: "XAUT", sign: true };
}

/** How a trade looks in a list of cards: what and amount, time and status. */
export function useTradeCard(): (trade: TradeDto) => DataCard {
  const formatDateTime = useDateTime();
  const t = useTranslations("trade");
  const { what } = useTradeText();
  const voidReason = useVoidReason();
  return (trade) => ({
    icon: <DirectionIcon direction={trade.direction} />,
    title: what(trade),
    amount: <HideableAmount {...headAmount(trade)} />,
    meta: (
      <>
        {trade.type === "option" ? "" : `${formatPrice(trade.entryPrice, { exact: true })} · `}
        {formatDateTime(trade.openedAt, { zone: true })}
        {trade.simulated ? ` · ${t("simulated")}` : ""}
      </>
    ),
    status: <StatusPill status={trade.status} />,
    note: voidReason(trade),
  });
}
