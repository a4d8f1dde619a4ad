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
    <span data-amount="" className={clsx("whitespace-nowrap", className)}>
      {formatAmount(value, currency, options)}
    </span>
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
