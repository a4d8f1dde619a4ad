"use client";

import { useTranslations } from "next-intl";
import { spreadName, spreadRows } from "@/components/trading/spot/spread";
import type { KeyValueRow } from "@/components/ui/display/key-value-rows";
import { useTradeSettings } from "@/lib/trading/client";

/** In a review: which prices a run's orders get, and the spread in them where there is one. */
export function usePriceRows(): KeyValueRow[] {
  const t = useTranslations("ai.review");
  const spread = useTradeSettings().data?.manual.spread ?? "0";
  return [
    { label: t("prices"), value: t("pricesRule"), stacked: true },
    ...spreadRows(t("spread"), spreadName(spread)),
  ];
}
