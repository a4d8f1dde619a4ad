"use client";

import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormatAmountOptions, formatAmount, HIDDEN_AMOUNT } from "@/lib/platform/ui/format";
import { ChangeText, type ChangeTextProps } from "../display/change-text";
import { IconButton } from "../icon-button";
import { setBalancesHidden, useBalancesHidden } from "./hide-balances";

export interface HideableAmountProps extends FormatAmountOptions {
  /** Decimal string; null or undefined shows `—`. */
  value: string | null | undefined;
  currency: string;
  className?: string;
}

/** An amount of the person that the eye button replaces with dots. */
export function HideableAmount({ value, currency, className, ...options }: HideableAmountProps) {
  const t = useTranslations("ui");
  const hidden = useBalancesHidden();
  if (hidden) {
    return (
      <span className={className}>
        <span aria-hidden="true">{HIDDEN_AMOUNT}</span>
        <span className="sr-only">{t("amountHidden")}</span>
      </span>
    );
  }
  return (
    <span data-amount="" className={clsx("[overflow-wrap:break-word]", className)}>
      {formatAmount(value, currency, options)}
    </span>
  );
}

const FIGURE_SIZES = [
  { upTo: 13, size: "text-figure" },
  { upTo: 17, size: "text-page" },
] as const;

/** The one amount that a card is about, without its unit: smaller where a phone has no room for so many digits. */
export function HideableFigure({ value, currency }: { value: string | null; currency: string }) {
  const { length } = formatAmount(value, currency, { unit: false });
  const size = FIGURE_SIZES.find(({ upTo }) => length <= upTo)?.size ?? "text-section";
  return (
    <HideableAmount
      value={value}
      currency={currency}
      unit={false}
      className={clsx("min-w-0 font-semibold", size)}
    />
  );
}

/** Writes amounts of the person inside of a text; dots while they are hidden. */
export function useHideableText() {
  const hidden = useBalancesHidden();
  return (value: string | null | undefined, currency: string, options?: FormatAmountOptions) =>
    hidden ? HIDDEN_AMOUNT : formatAmount(value, currency, options);
}

/** A change of the person's balance, hidden with the amounts. */
export function HideableChange({ currency, ...change }: ChangeTextProps & { currency: string }) {
  const hidden = useBalancesHidden();
  if (hidden)
    return <HideableAmount value={null} currency={currency} className={change.className} />;
  return (
    <span data-amount="">
      <ChangeText {...change} />
    </span>
  );
}

/** The eye button: hides or shows all amounts, remembered on this device. */
export function HideBalancesButton() {
  const t = useTranslations("ui");
  const hidden = useBalancesHidden();
  const Icon = hidden ? EyeOff : Eye;
  return (
    <IconButton
      label={t("hideAmounts")}
      aria-pressed={hidden}
      onClick={() => setBalancesHidden(!hidden)}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
