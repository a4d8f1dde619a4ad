/** Daily rates as people type them: in percent. */
import { formatDecimal, parseDecimal } from "@/lib/platform/money";
import { plainAmount, readAmount } from "@/lib/platform/ui/amount-input";
import { RATE_DECIMALS } from "./rules";

/** Fraction digits of a daily rate in percent. */
const PERCENT_DIGITS = RATE_DECIMALS - 2;

/** A share as percent, without trailing zeros: "0.00011" is "0.011". */
export function percentOfShare(share: string): string {
  const value = parseDecimal(share, RATE_DECIMALS);
  return value === null ? "" : plainAmount(formatDecimal(value, PERCENT_DIGITS));
}

/** A percentage as a share; null when it is none, or more than the API takes. */
export function shareOfPercent(percent: string): string | null {
  const reading = readAmount(percent, PERCENT_DIGITS);
  const value = reading.ok ? parseDecimal(reading.value.replace(/\.$/, ""), PERCENT_DIGITS) : null;
  if (value === null || value > 10n ** BigInt(RATE_DECIMALS)) return null;
  return plainAmount(formatDecimal(value, RATE_DECIMALS));
}
