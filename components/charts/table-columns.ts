"use client";

import { useTranslations } from "next-intl";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import type { Candle } from "./candle";
import { indicatorKinds } from "./indicators/indicator-rules";
import { type Study, shownValue } from "./indicators/study";
import { useIndicatorName } from "./indicators/use-indicator-name";

interface TableColumn {
  name: string;
  /** What stands there for a candle, by its place among all. */
  textOf: (candle: Candle, index: number) => string;
}

/** The columns of the table beside a chart, which says everything that is drawn. */
export function useTableColumns(
  candles: readonly Candle[],
  live: Candle | null,
  hasVolume: boolean,
  studies: readonly Study[],
): TableColumn[] {
  const t = useTranslations("ui.chart");
  const words = useTranslations("charts");
  const name = useIndicatorName();
  const prices = (["open", "high", "low", "close"] as const).map(
    (part): TableColumn => ({ name: t(part), textOf: (candle) => formatPrice(candle[part]) }),
  );
  const volume: TableColumn = {
    name: words("volume"),
    textOf: (candle) => formatAmount(candle.volume ?? null, "XAUT", { unmarked: true }),
  };
  const indicators = studies.flatMap((study) =>
    indicatorKinds[study.choice.kind].plots.map((plot, at): TableColumn => {
      const title = name(study.choice);
      return {
        name:
          plot === "value" ? title : words("plotOf", { name: title, plot: words(`plots.${plot}`) }),
        textOf: (_, index) => {
          const isLive = live !== null && index >= candles.length;
          const values = isLive ? study.peek(Number(live.close)) : study.values[index];
          return shownValue(values?.[at]);
        },
      };
    }),
  );
  return [...prices, ...(hasVolume ? [volume] : []), ...indicators];
}
