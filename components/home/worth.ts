import { E8_ONE, formatMicro, mulDivFloor, parseDecimal, parseMicro } from "@/lib/platform/money";

/** How much XAUT an amount of USDT is worth at a price, rounded down; null where either is unknown. */
export function xautWorth(usdt: string | null, price: string | null): string | null {
  const usdtMicro = usdt === null ? null : parseMicro(usdt);
  const priceE8 = price === null ? null : parseDecimal(price, 8);
  if (usdtMicro === null || priceE8 === null || priceE8 <= 0n) return null;
  return formatMicro(mulDivFloor(usdtMicro, E8_ONE, priceE8));
}
