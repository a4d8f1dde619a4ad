"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { SimulatedPill } from "@/components/ui/display/pill";
import { Age } from "@/components/ui/time/age";
import { creditMicro } from "@/lib/deposits/rules";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { formatPrice } from "@/lib/platform/ui/format";
import { useCoinRate } from "@/lib/wallets/client";
import { type Currency, formatCoin } from "@/lib/wallets/rules";
import { payoutE8 } from "@/lib/withdrawals/rules";

export interface CoinEstimateProps {
  currency: string;
  /** A decimal string: coins, where `of` is "coins", else USDT. Null while there is none. */
  amount: string | null;
  /** What the amount is of; the estimate is of the other. */
  of: "coins" | "usdt";
}

/** Decimals of 10^-8. */
const E8_DECIMALS = 8;

/** What an amount is about worth at the newest rate, as a decimal string; null where that is nothing. */
function estimate({ currency, amount, of }: CoinEstimateProps, rate: string): string | null {
  const rateE8 = parseDecimal(rate, E8_DECIMALS);
  const given = of === "coins" ? parseDecimal(amount ?? "", E8_DECIMALS) : parseMicro(amount ?? "");
  if (!rateE8 || !given || given <= 0n) return null;
  if (of === "coins") return formatMicro(creditMicro(given, rateE8));
  return formatCoin(payoutE8(given, rateE8, currency as Currency), currency as Currency);
}

/** "About 47,500.00 USDT", with the rate that says so and its age. Nothing in USDT, without a rate and without an amount. */
export function CoinEstimate(props: CoinEstimateProps) {
  const { currency, of } = props;
  const t = useTranslations("ui.estimate");
  const rate = useCoinRate(currency);
  const value = rate && estimate(props, rate.rate);
  if (!rate || value === null) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 text-caption text-text-2">
      <span>
        {t.rich("about", {
          amount: () => (
            <HideableAmount value={value} currency={of === "coins" ? "USDT" : currency} />
          ),
        })}
      </span>
      <span>
        {t("rate", { currency, rate: formatPrice(rate.rate) })} · <Age at={rate.at} />
      </span>
      {rate.simulated ? <SimulatedPill /> : null}
    </span>
  );
}
