"use client";

import { useTranslations } from "next-intl";
import { useMoneyPause } from "@/components/ui/display/money-pause";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { useLivePrice } from "./use-live-price";

export type Live = ReturnType<typeof useLivePrice>;

/**
 * Why nothing can be traded on the price as it is; null when it can.
 * @param product whose words to use: options, spot trades or conversions
 */
export function useBlockedReason(
  { price, isBlocked, lastTickAtMs }: Live,
  product: "trade" | "spot" | "storage",
): string | null {
  const formatDateTime = useDateTime();
  const t = useTranslations(`${product}.blocked`);
  const pause = useMoneyPause();
  if (pause !== null) return pause;
  // Options are decided by the index price; everything else is traded at the bid or the ask.
  if (price === null || price.price === null || (product !== "trade" && !(price.bid && price.ask)))
    return t("unknown");
  if (!isBlocked) return price.contested ? t("contested") : null;
  return t("stale", { time: formatDateTime(lastTickAtMs, { style: "timeSeconds", zone: true }) });
}
