import {
  type computeIndex,
  type IndexState,
  initialIndexState,
  type SourceQuote,
} from "@/lib/market/rules";

/** One dollar in units of 10⁻⁸. */
export const E8 = 100_000_000n;

/** A quote around a price, one dollar wide. */
export function quote(source: string, dollars: number, receivedMs = 0): SourceQuote {
  const mid = BigInt(Math.round(dollars * 100)) * 1_000_000n;
  return { source, bidE8: mid - E8 / 2n, askE8: mid + E8 / 2n, receivedMs };
}

/** The price of an index result in dollars; null where there is none. */
export const priceOf = (result: ReturnType<typeof computeIndex>): number | null =>
  result.tick === null ? null : Number(result.tick.priceE8) / 1e8;

/** An index whose last price is 4,000. */
export const at4000: IndexState = { ...initialIndexState, lastPriceE8: 4000n * E8 };
