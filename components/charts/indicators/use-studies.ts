"use client";

import { useEffect, useMemo, useState } from "react";
import type { Candle } from "../candle";
import type { IndicatorChoice } from "./indicator-rules";
import { type Study, studyOf } from "./study";

type Follow = typeof import("./indicators")["followIndicator"];
const NONE: readonly Study[] = [];

/** The chosen indicators over finished candles. Their code comes with the first one; without it there are none yet. */
export function useStudies(
  candles: readonly Candle[],
  choices: readonly IndicatorChoice[],
): readonly Study[] {
  const [follow, setFollow] = useState<Follow | null>(null);
  const isWanted = choices.length > 0;
  useEffect(() => {
    if (!isWanted || follow) return;
    let isCurrent = true;
    const load = () => {
      import("./indicators").then(
        (file) => {
          if (isCurrent) setFollow(() => file.followIndicator);
        },
        // Offline: asked for again once there is a network.
        () => window.addEventListener("online", load, { once: true }),
      );
    };
    load();
    return () => {
      isCurrent = false;
      window.removeEventListener("online", load);
    };
  }, [isWanted, follow]);
  return useMemo(() => {
    if (!follow || choices.length === 0) return NONE;
    const closes = candles.map(({ close }) => Number(close));
    return choices.map((choice) => studyOf(choice, closes, follow));
  }, [candles, choices, follow]);
}
