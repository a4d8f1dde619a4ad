"use client";

import { useMemo } from "react";
import { createStoredByUser } from "@/components/ui/choices/stored-by-user";
import {
  areParams,
  type IndicatorChoice,
  indicatorKinds,
  keyOf,
  MAX_INDICATORS,
} from "./indicators/indicator-rules";
import { type DrawnLine, parseLines } from "./lines/line-rules";

export const chartLooks = ["candles", "line", "area"] as const;
export type ChartLook = (typeof chartLooks)[number];

/** How somebody wants their charts on this device. */
export interface ChartChoices {
  look: ChartLook;
  hasVolume: boolean;
  /** No two are the same. */
  indicators: readonly IndicatorChoice[];
  /** The lines that were drawn. */
  lines: readonly DrawnLine[];
}

const START: ChartChoices = { look: "candles", hasVolume: false, indicators: [], lines: [] };

/** Reads what was kept: what is none of ours, or was made by hand, is left out. */
export function parseChoices(stored: string | null): ChartChoices {
  let kept: unknown;
  try {
    kept = JSON.parse(stored ?? "");
  } catch {
    return START;
  }
  if (typeof kept !== "object" || kept === null) return START;
  const { look, hasVolume, indicators, lines } = kept as Record<keyof ChartChoices, unknown>;
  const choices = (Array.isArray(indicators) ? indicators : []).filter(isIndicator);
  const distinct = new Map(choices.map((choice) => [keyOf(choice), choice]));
  return {
    look: chartLooks.find((one) => one === look) ?? START.look,
    hasVolume: hasVolume === true,
    indicators: [...distinct.values()].slice(0, MAX_INDICATORS),
    lines: parseLines(lines),
  };
}

function isIndicator(value: unknown): value is IndicatorChoice {
  if (typeof value !== "object" || value === null) return false;
  const { kind, params } = value as { kind?: unknown; params?: unknown };
  if (typeof kind !== "string" || !Object.hasOwn(indicatorKinds, kind)) return false;
  return Array.isArray(params) && areParams(kind as IndicatorChoice["kind"], params);
}

const storeOf = createStoredByUser("chart");

/** What a person chose for their charts on this device, and the way to change some of it. */
export function useChartChoices(userId: string) {
  const store = storeOf(userId);
  const stored = store.useValue();
  const choices = useMemo(() => parseChoices(stored), [stored]);
  const change = (next: Partial<ChartChoices>) =>
    store.set(JSON.stringify({ ...choices, ...next }));
  return [choices, change] as const;
}
