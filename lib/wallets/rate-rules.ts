import type { E8 } from "@/lib/platform/money";

/** A rate that moved by more than this since it was shown is asked for again: 0.5%. */
const MAX_MOVE_PER_MILLE = 5n;

/** Whether a rate is no longer the one that was shown. Both in 10^-8. */
export function hasMoved(shownE8: E8, nowE8: E8): boolean {
  const difference = shownE8 > nowE8 ? shownE8 - nowE8 : nowE8 - shownE8;
  return difference * 1000n > shownE8 * MAX_MOVE_PER_MILLE;
}

/** Ends the recorded source of a rate that was a constant of the settings and no market's. */
export const SIMULATED_SUFFIX = " (simulated)";
