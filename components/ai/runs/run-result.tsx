"use client";

import { HideableChange } from "@/components/ui/choices/hideable-amount";
import type { RunDto } from "@/lib/ai/schema";
import { percentOf, subtractDecimal } from "@/lib/platform/ui/decimal";
import { asShown, formatAmount } from "@/lib/platform/ui/format";

/** The result in whole cents: it, what was allocated and what the run is worth add up as they are shown. */
export function shownResult({ pnl, value, returned, allocated }: RunDto): string | null {
  const now = returned ?? value;
  if (pnl === null || now === null) return pnl;
  return subtractDecimal(asShown(now, "USDT"), asShown(allocated, "USDT"));
}

/** The result so far with its sign: in USDT and of what was allocated. */
export function RunResult({ run, exact = false }: { run: RunDto; exact?: boolean }) {
  const result = exact ? run.pnl : shownResult(run);
  return (
    <HideableChange
      value={result}
      text={formatAmount(result, "USDT", { sign: true, exact })}
      percent={run.pnl === null ? null : percentOf(run.pnl, run.allocated)}
      currency="USDT"
    />
  );
}
