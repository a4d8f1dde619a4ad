"use client";

import { useTranslations } from "next-intl";
import type { TradeDto, TradeStatus } from "@/lib/trading/schema";

type Order = { status: TradeStatus; voidReason: TradeDto["voidReason"] };

/** Why a trade or conversion was not filled, or an option had no price; null for all that is not void. */
export function useVoidReason(): (order: Order) => string | null {
  const t = useTranslations("market.voided");
  return ({ status, voidReason }) =>
    status === "void" ? t(voidReason ?? "NO_PRICE_IN_TIME") : null;
}
