import { formatDecimal, formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { formatPercent } from "@/lib/platform/ui/format";
import { breakEvenRate, optionGain, ratePpm } from "@/lib/trading/rules";

export type OptionQuote = { receive: string; gain: string };

/**
 * What an option would pay, as the server computes it: decimal strings in USDT. Null without a
 * usable amount.
 */
export function quoteOption(amount: string | null, payoutRate: string): OptionQuote | null {
  const stake = amount === null ? null : parseMicro(amount);
  if (stake === null || stake <= 0n) return null;
  const gain = optionGain(stake, ratePpm(payoutRate));
  return { receive: formatMicro(stake + gain), gain: formatMicro(gain) };
}

/** The break-even share as shown, for example "54.95%". */
export function breakEvenPercent(payoutRate: string): string {
  const ppm = parseDecimal(breakEvenRate(payoutRate), 6) ?? 0n;
  return formatPercent(formatDecimal(ppm, 4));
}
