import type { PriceResponse } from "@/lib/market/schema";
import { formatDecimal, mulDivHalfEven, parseDecimal } from "@/lib/platform/money";

const HUNDRED_PERCENT = 10_000n;

/**
 * The 24-hour change in USDT that belongs to the percentage: price − price / (1 + change). Two decimals,
 * as exact as the percentage, which has two. Null when something is not known.
 */
export function changeAmount(price: PriceResponse | null): string | null {
  if (!price?.price || price.change24h === null) return null;
  const now = parseDecimal(price.price, 8);
  const hundredths = parseDecimal(price.change24h, 2);
  if (now === null || hundredths === null || hundredths <= -HUNDRED_PERCENT) return null;
  const before = mulDivHalfEven(now, HUNDRED_PERCENT, HUNDRED_PERCENT + hundredths);
  return formatDecimal(mulDivHalfEven(now - before, 1n, 1_000_000n), 2);
}
