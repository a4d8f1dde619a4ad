"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { type Candle, indexOfTime } from "./candle";
import { indicatorKinds } from "./indicators/indicator-rules";
import type { IndicatorValues } from "./indicators/indicators";
import { dashOf, type Study, shownValue, tokenOf } from "./indicators/study";
import { useIndicatorName } from "./indicators/use-indicator-name";

export interface LegendProps {
  candles: readonly Candle[];
  live: Candle | null;
  studies: readonly Study[];
  /** What the studies are at the live candle. */
  liveValues: readonly IndicatorValues[];
  hasVolume: boolean;
  /** Tells the opening time of the candle under the crosshair; null without one. Returns the way to stop. */
  onCrosshair: (listener: (time: number | null) => void) => () => void;
}

/** What the candle under the crosshair, or the newest, and the indicators there are. Seen only: the table has it, too. */
export function ChartLegend(props: LegendProps) {
  const { candles, live, studies, liveValues, hasVolume, onCrosshair } = props;
  const t = useTranslations("charts");
  const name = useIndicatorName();
  const [time, setTime] = useState<number | null>(null);
  useEffect(() => onCrosshair(setTime), [onCrosshair]);
  const found = time === null ? -1 : indexOfTime(candles, time);
  const index = found >= 0 ? found : live && time === null ? -1 : candles.length - 1;
  const isLive = live !== null && (time === live.time || (time === null && index === -1));
  const candle = isLive ? live : candles[index];
  if (!candle) return null;
  const valuesOf = (study: Study, at: number) => (isLive ? liveValues[at] : study.values[index]);
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none text-meta text-text-2 lg:absolute lg:top-1 lg:left-2 lg:z-10 lg:max-w-[calc(100%-5rem)]"
    >
      <p className="flex flex-wrap gap-x-2.5">
        {(["open", "high", "low", "close"] as const).map((part) => (
          <span key={part}>
            {t(`letters.${part}`)} <span className="text-text">{formatPrice(candle[part])}</span>
          </span>
        ))}
        {hasVolume ? (
          <span>
            {t("volume")}{" "}
            <span className="text-text">
              {formatAmount(candle.volume ?? null, "XAUT", { unmarked: true })}
            </span>
          </span>
        ) : null}
      </p>
      <p className="flex flex-wrap gap-x-2.5">
        {studies.map((study, at) => (
          <span key={study.key} className="inline-flex items-center gap-1">
            <span
              className="w-3 border-t-2"
              style={{
                borderColor: `var(--${tokenOf(at)})`,
                borderStyle: dashOf(at, ""),
              }}
            />
            {name(study.choice)}{" "}
            <span className="text-text">
              {indicatorKinds[study.choice.kind].plots
                .map((_, plot) => shownValue(valuesOf(study, at)?.[plot]))
                .join(" / ")}
            </span>
          </span>
        ))}
      </p>
    </div>
  );
}
