"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { TradeDto } from "@/lib/trading/schema";

/** Words for trades. */
export function useTradeText() {
  const t = useTranslations("trade");
  return useMemo(
    () => ({
      /** "Up", "Down", "Buy" or "Sell". */
      side: (trade: Pick<TradeDto, "direction" | "side">) =>
        t(`sides.${trade.direction ?? trade.side ?? "up"}`),
      /** "Option · Up · 60 s" */
      what: (trade: TradeDto) =>
        trade.type === "option"
          ? t("optionWhat", {
              direction: t(`sides.${trade.direction ?? "up"}`),
              seconds: trade.duration ?? 0,
            })
          : `${t(`types.${trade.type}`)} · ${t(`sides.${trade.side ?? "buy"}`)}`,
    }),
    [t],
  );
}
