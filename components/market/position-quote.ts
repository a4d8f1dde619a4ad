import { limitPrice, type Tolerance, valuePosition } from "@/lib/market/position-rules";
import {
  type E8,
  formatMicro,
  formatPriceE8,
  parseDecimal,
  parseMicro,
} from "@/lib/platform/money";

/** A price as it is written in answers; 0 for what is none. */
export const e8 = (price: string): E8 => parseDecimal(price, 8) ?? 0n;

/** Decimal strings as amounts of a position; 0 for what is none. */
export const positionOf = ({ quantity, cost }: { quantity: string; cost: string }) => ({
  quantityMicro: parseMicro(quantity) ?? 0n,
  costMicro: parseMicro(cost) ?? 0n,
});

/** The worst price that a reviewed one stands for. */
export const worstPrice = (side: "buy" | "sell", reviewed: string, tolerance: Tolerance): string =>
  formatPriceE8(limitPrice(side, e8(reviewed), tolerance));

/** Value and result of XAUT held at a price, which moves between two answers. Decimal strings. */
export function worthAt(
  position: { quantity: string; cost: string },
  price: string,
): { value: string; pnl: string } {
  const { valueMicro, pnlMicro } = valuePosition(positionOf(position), e8(price));
  return { value: formatMicro(valueMicro), pnl: formatMicro(pnlMicro) };
}
