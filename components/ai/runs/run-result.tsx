"use client";

import { HideableChange } from "@/components/ui/choices/hideable-amount";
import type { RunDto } from "@/lib/ai/schema";
import { percentOf } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";

/** The result so far with its sign: in USDT and of what was allocated. */
export function RunResult({ run }: { run: RunDto }) {
  return (
    <HideableChange
      value={run.pnl}
      text={formatAmount(run.pnl, "USDT", { sign: true })}
      percent={run.pnl === null ? null : percentOf(run.pnl, run.allocated)}
      currency="USDT"
    />
  );
}
