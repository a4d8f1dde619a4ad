import { type E8, E8_ONE, type Micro, mulDivHalfEven } from "@/lib/platform/money";

const HOUR_MS = 3_600_000;
export const HISTORY_HOURS = 24;

/** Amounts of both currencies at one moment, in micro-units. */
type Owned = { usdtMicro: Micro; xautMicro: Micro };

/** Worth in USDT micro-units; null when there is XAUT but no price. Rounded half to even. */
export function worthMicro({ usdtMicro, xautMicro }: Owned, priceE8: E8 | null): Micro | null {
  if (xautMicro === 0n) return usdtMicro;
  return priceE8 === null ? null : usdtMicro + mulDivHalfEven(xautMicro, priceE8, E8_ONE);
}

/** The full hours of the last day, oldest first: 24 of them, the newest not after `at`. */
export function lastHours(at: Date): Date[] {
  const newest = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from(
    { length: HISTORY_HOURS },
    (_, index) => new Date(newest - (HISTORY_HOURS - 1 - index) * HOUR_MS),
  );
}

type Day = {
  /** Owned when the day began and since then paid in, less paid out. */
  start: Owned;
  inflow: Owned;
  startPriceE8: E8 | null;
  nowMicro: Micro;
  priceE8: E8;
};

/**
 * The result of a day in USDT micro-units: worth now, less worth at its start, less what was paid
 * in since. Null when the start had XAUT and no price is recorded.
 * `baseMicro` is what the result is a percentage of.
 */
export function dayResult(day: Day): { changeMicro: Micro; baseMicro: Micro } | null {
  const startMicro = worthMicro(day.start, day.startPriceE8);
  const inflowMicro = worthMicro(day.inflow, day.priceE8);
  if (startMicro === null || inflowMicro === null) return null;
  return {
    changeMicro: day.nowMicro - startMicro - inflowMicro,
    baseMicro: startMicro + (inflowMicro > 0n ? inflowMicro : 0n),
  };
}
