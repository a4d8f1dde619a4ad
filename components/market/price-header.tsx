"use client";

import { useTranslations } from "next-intl";
import { ChangeText } from "@/components/ui/display/change-text";
import { LiveDot } from "@/components/ui/display/live-dot";
import { SimulatedPill } from "@/components/ui/display/pill";
import { PriceText } from "@/components/ui/display/price-text";
import { changeAmount } from "./change";
import { useLivePrice } from "./use-live-price";

/**
 * The price, how it moved in 24 hours and how old it is.
 * @param still changes are not marked: an option is about to end
 */
export function PriceHeader({ still = false }: { still?: boolean }) {
  const t = useTranslations("market");
  const { price, lastTickAtMs, clockOffsetMs } = useLivePrice();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 desk:flex desk:flex-wrap desk:items-baseline desk:gap-x-4">
        <p className="font-semibold text-page">
          <span className="sr-only">{t("priceOf")} </span>
          <PriceText value={price?.price} still={still} />
          <span className="ml-1.5 font-normal text-body text-text-2">USDT</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-2">
          <ChangeText value={changeAmount(price)} percent={price?.change24h} />
          <span className="text-caption text-text-2">{t("day")}</span>
        </p>
      </div>
      <div className="flex flex-col items-start gap-1 min-[380px]:items-end desk:flex-row desk:items-center desk:gap-3">
        {price?.simulated ? <SimulatedPill>{t("simulatedPrice")}</SimulatedPill> : null}
        <LiveDot lastTickAtMs={lastTickAtMs} clockOffsetMs={clockOffsetMs} stale={price?.stale} />
      </div>
    </div>
  );
}
