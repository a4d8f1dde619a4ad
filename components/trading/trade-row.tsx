"use client";

import { useTranslations } from "next-intl";
import { useVoidReason } from "@/components/market/use-void-reason";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import type { DenseRow } from "@/components/ui/display/dense-list";
import { StatusPill } from "@/components/ui/display/pill";
import { useDateTime, useShortTime } from "@/components/ui/time/use-date-time";
import { formatPrice } from "@/lib/platform/ui/format";
import type { TradeDto } from "@/lib/trading/schema";
import { DirectionIcon } from "./options/direction-icon";
import { headAmount } from "./trade-card";
import { useTradeText } from "./trade-text";

/**
 * How a trade looks as one line, in a list of its kind.
 * @param saysSimulated each line says whether its price was simulated; else the list does
 */
export function useTradeRow(saysSimulated: boolean): (trade: TradeDto) => DenseRow {
  const formatDateTime = useDateTime();
  const shortTime = useShortTime();
  const t = useTranslations("trade");
  const { what, side } = useTradeText();
  const voidReason = useVoidReason();
  return (trade) => ({
    icon: trade.direction === null ? undefined : <DirectionIcon direction={trade.direction} />,
    title: (
      <>
        <span aria-hidden="true">
          {side(trade)}
          {trade.duration === null ? "" : ` ${t("seconds", { seconds: trade.duration })}`}
        </span>
        <span className="sr-only">{what(trade)}</span>
      </>
    ),
    state:
      trade.status === "filled" ? (
        formatPrice(trade.entryPrice, { exact: true })
      ) : (
        <StatusPill status={trade.status} />
      ),
    amount: <HideableAmount {...headAmount(trade)} />,
    end: `${shortTime(trade.openedAt)}${saysSimulated && trade.simulated ? ` · ${t("simulated")}` : ""}`,
    hint: [what(trade), formatDateTime(trade.openedAt, { zone: true }), voidReason(trade)]
      .filter(Boolean)
      .join(" · "),
  });
}
