import type { PriceResponse } from "@/lib/market/schema";
import { formatDecimal, mulDivHalfEven } from "@/lib/platform/money";
import { e8 } from "./position-quote";

/** The 24-hour change in USDT: two decimals, rounded half to even. Null when one of its prices is not known. */
export function changeAmount(price: PriceResponse | null): string | null {
  if (!price?.price || !price.price24hAgo) return null;
  const change = e8(price.price) - e8(price.price24hAgo);
  return formatDecimal(mulDivHalfEven(change, 1n, 1_000_000n), 2);
}
