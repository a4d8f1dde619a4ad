"use client";

import { createStoredByUser } from "@/components/ui/choices/stored-by-user";

/** The panels that a person can make larger, each with its least and largest size in px. */
export const panelLimits = {
  ticket: { min: 320, max: 480 },
  lists: { min: 120, max: 480 },
} as const;

export type PanelName = keyof typeof panelLimits;
/** In px; what is missing has the size that suits its window. */
export type PanelSizes = Partial<Record<PanelName, number>>;

const names = Object.keys(panelLimits) as PanelName[];

/** A size that its panel may have. */
export function withinLimits(name: PanelName, size: number): number {
  const { min, max } = panelLimits[name];
  return Math.round(Math.min(Math.max(size, min), max));
}

/** Reads what was kept; what is no size is left out. */
export function parseSizes(stored: string | null): PanelSizes {
  let kept: unknown;
  try {
    kept = JSON.parse(stored ?? "");
  } catch {
    return {};
  }
  if (typeof kept !== "object" || kept === null) return {};
  const sizes = kept as Record<string, unknown>;
  return Object.fromEntries(
    names.flatMap((name) => {
      const size = sizes[name];
      return typeof size === "number" && Number.isFinite(size)
        ? [[name, withinLimits(name, size)]]
        : [];
    }),
  );
}

const storeOf = createStoredByUser("panels");

/** How large a person wants the panels of their workspaces on this device, and the way to keep one size. */
export function usePanelSizes(userId: string) {
  const store = storeOf(userId);
  const sizes = parseSizes(store.useValue());
  /** Without a size, the panel has the one that suits its window again. */
  const keep = (name: PanelName, size: number | undefined) =>
    store.set(JSON.stringify({ ...sizes, [name]: size }));
  return [sizes, keep] as const;
}
