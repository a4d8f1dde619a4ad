"use client";

import { useTranslations } from "next-intl";
import type { DataCard } from "@/components/ui/data-list";
import { HideableAmount } from "@/components/ui/hideable-amount";
import { StatusPill } from "@/components/ui/pill";
import { formatDateTime } from "@/lib/platform/ui/format";
import type { TradeDto } from "@/lib/trading/schema";
import { DirectionIcon } from "./direction-icon";
import { useTradeText } from "./trade-text";

/** How a trade looks in a list of cards: what and amount, time and status. */
export function useTradeCard(): (trade: TradeDto) => DataCard {
  const t = useTranslations("trade");
  const { what } = useTradeText();
  return (trade) => ({
    icon: <DirectionIcon direction={trade.direction} />,
    title: what(trade),
    amount: (
      <HideableAmount
        value={trade.pnl ?? trade.amount}
        currency={trade.currency}
        sign={trade.pnl !== null}
      />
    ),
    meta: (
      <>
        {formatDateTime(trade.openedAt, { zone: true })}
        {trade.simulated ? ` · ${t("simulated")}` : ""}
      </>
    ),
    status: <StatusPill status={trade.status} />,
  });
}
