import { e8, positionOf, worstPrice } from "@/components/market/position-quote";
import { costOf, type Tolerance } from "@/lib/market/position-rules";
import type { PriceResponse } from "@/lib/market/schema";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { ratePpm } from "@/lib/trading/rules";
import { convert, type VaultDirection } from "@/lib/vault/rules";
import type { StorageResponse } from "@/lib/vault/schema";

/** The price that a conversion would take now, and since when it stands. */
export type Quote = { price: string; at: string | null };

/** The side of the market that a direction converts at; null without a price. */
export function quoteOf(direction: VaultDirection, price: PriceResponse | null): Quote | null {
  const side = direction === "store" ? price?.ask : price?.bid;
  return side ? { price: side, at: price?.at ?? null } : null;
}

/** What an amount becomes at a price, as the server computes it. Null without either. */
export function received(
  direction: VaultDirection,
  amount: string | null,
  price: string | undefined,
  feeRate: string,
): string | null {
  const micro = amount === null ? null : parseMicro(amount);
  const priceE8 = price === undefined ? 0n : e8(price);
  if (micro === null || micro <= 0n || priceE8 <= 0n) return null;
  const { receivedMicro } = convert(direction, micro, priceE8, ratePpm(feeRate));
  return formatMicro(receivedMicro > 0n ? receivedMicro : 0n);
}

/** The worst price that a review of this one still agrees to. */
export const limitOf = (direction: VaultDirection, price: string, tolerance: Tolerance): string =>
  worstPrice(direction === "store" ? "buy" : "sell", price, tolerance);

/** Whether a price is worse than the limit agreed to. */
export function isWorse(direction: VaultDirection, price: string, limit: string): boolean {
  return direction === "store" ? e8(price) > e8(limit) : e8(price) < e8(limit);
}

/** What retrieving an amount would realise at a price, with the cost that leaves with it. */
export function realised(
  { stored, cost: paid }: Pick<StorageResponse, "stored" | "cost">,
  amount: string,
  price: string,
  feeRate: string,
): { cost: string; result: string } {
  const micro = parseMicro(amount) ?? 0n;
  const cost = costOf(positionOf({ quantity: stored, cost: paid }), micro);
  const result = convert("retrieve", micro, e8(price), ratePpm(feeRate)).receivedMicro - cost;
  return { cost: formatMicro(cost), result: formatMicro(result) };
}
