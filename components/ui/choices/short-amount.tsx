"use client";

import { formatAmount } from "@/lib/platform/ui/format";
import { useBalancesHidden } from "./hide-balances";
import { HideableAmount, type HideableAmountProps } from "./hideable-amount";

/**
 * An amount of the person with its currency's usual decimals. Where it has more, the whole one shows while it is
 * pointed at or has the focus, and is what a screen reader and paper get.
 */
export function ShortAmount({ value, currency, sign }: Omit<HideableAmountProps, "exact">) {
  const whole = formatAmount(value, currency, { sign, exact: true });
  const short = formatAmount(value, currency, { sign });
  const hidden = useBalancesHidden();
  if (hidden || whole === short) {
    return <HideableAmount value={value} currency={currency} sign={sign} />;
  }
  return (
    <span
      data-amount=""
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what pointing shows, the keyboard must
      tabIndex={0}
      className="group relative rounded-chip underline decoration-dotted underline-offset-4 print:no-underline"
    >
      <span aria-hidden="true" className="print:hidden">
        {short}
      </span>
      <span className="sr-only print:not-sr-only">{whole}</span>
      <span
        aria-hidden="true"
        className="absolute right-0 bottom-full z-10 hidden rounded-chip border border-control bg-surface px-2 py-1 text-text shadow-popup group-hover:block group-focus:block print:hidden!"
      >
        {whole}
      </span>
    </span>
  );
}
