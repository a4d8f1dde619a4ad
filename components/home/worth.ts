import type { BalanceDto } from "@/lib/accounts/schema";
import {
  E8_ONE,
  formatMicro,
  type Micro,
  mulDivFloor,
  mulDivHalfEven,
  parseDecimal,
  parseMicro,
} from "@/lib/platform/money";

const sum = (amounts: string[]): Micro =>
  amounts.reduce((total, amount) => total + (parseMicro(amount) ?? 0n), 0n);

type Owned = Omit<BalanceDto["balances"], "owed">;

/** All XAUT of these balances, in micro-units. */
export const goldOf = ({ XAUT, savings, ai }: Owned): Micro =>
  sum([XAUT.available, XAUT.held, XAUT.stored, savings.XAUT, ai.XAUT]);

/**
 * What balances are worth at a bid, for the price moves between two answers: in USDT, XAUT converted once and rounded
 * half to even as the server does it, and that in XAUT, rounded down. Without a price the server's own total stands,
 * and `gold` is null.
 */
export function worthOf(
  balances: Owned,
  price: string | null,
): { total: string | null; gold: string | null } {
  const { USDT, savings, ai, totalUsdt } = balances;
  const priceE8 = price === null ? null : parseDecimal(price, 8);
  if (priceE8 === null || priceE8 <= 0n) return { total: totalUsdt, gold: null };
  const usdtMicro = sum([USDT.available, USDT.held, USDT.escrow, savings.USDT, ai.USDT]);
  const xautMicro = goldOf(balances);
  const totalMicro = usdtMicro + mulDivHalfEven(xautMicro, priceE8, E8_ONE);
  return {
    total: formatMicro(totalMicro),
    gold: formatMicro(mulDivFloor(totalMicro, E8_ONE, priceE8)),
  };
}

/**
 * What share of all that is owned an amount is, 0 to 1; for drawing only. 0 of nothing, and without a price.
 * @param price what one of it fetches in USDT
 */
export function shareOf(amount: string, price: string | null, total: string | null): number {
  const whole = Number(total);
  return whole > 0 ? Math.min(1, (Number(amount) * Number(price)) / whole) : 0;
}
