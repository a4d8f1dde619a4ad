import { useTranslations } from "next-intl";
import type { useLivePrice } from "@/components/market/use-live-price";
import { useMoneyPause } from "@/components/ui/money-pause";
import { formatDateTime } from "@/lib/platform/ui/format";

/** Why nothing can be converted at the price as it is; null when it can. */
export function useBlocked({
  price,
  isBlocked,
  isDisconnected,
  lastTickAtMs,
}: ReturnType<typeof useLivePrice>): string | null {
  const t = useTranslations("storage.blocked");
  const pause = useMoneyPause();
  if (pause !== null) return pause;
  if (isDisconnected) return t("disconnected");
  if (price === null) return t("unknown");
  if (!isBlocked) return null;
  return t("stale", { time: formatDateTime(lastTickAtMs, { style: "timeSeconds", zone: true }) });
}
