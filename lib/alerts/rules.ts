import { parseDecimal } from "@/lib/platform/money";

/** Whether a price has to be at least, or at most, the one that is named. */
export const alertDirections = ["above", "below"] as const;
export type AlertDirection = (typeof alertDirections)[number];

const MIN_PRICE_E8 = 1_000_000n;
const MAX_PRICE_E8 = 100_000_000_000_000n;

/** Whether an alert can name this price: from 0.01 to 1,000,000. */
export function isAlertPrice(price: string): boolean {
  const e8 = parseDecimal(price, 8);
  return e8 !== null && e8 >= MIN_PRICE_E8 && e8 <= MAX_PRICE_E8;
}
