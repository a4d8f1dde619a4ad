/** Reads what entries and records say. */
import type { Found } from "./evidence";

/** What can't be what the product wrote. */
export class Unreadable extends Error {}

/** A whole number, of any length. @throws Unreadable */
export function whole(value: unknown): bigint {
  const isWhole =
    typeof value === "string" ? /^-?\d{1,30}$/.test(value) : Number.isSafeInteger(value);
  if (!isWhole) throw new Unreadable(`${String(value)} is no whole number`);
  return BigInt(value as string | number);
}

/** The same, null where there is none. @throws Unreadable */
export const wholeOrNull = (value: unknown): bigint | null =>
  value === null || value === undefined ? null : whole(value);

/** Microseconds since 1970 of a time such as 2026-03-01T12:00:07.000001Z. @throws Unreadable */
export function micros(value: unknown): bigint {
  const [, seconds, fraction] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.(\d{6})Z$/.exec(String(value)) ?? [];
  const ms = Date.parse(`${seconds}Z`);
  if (fraction === undefined || Number.isNaN(ms)) {
    throw new Unreadable(`${String(value)} is no time`);
  }
  return BigInt(ms) * 1_000n + BigInt(fraction);
}

/** A price in 10^-8. @throws Unreadable */
export function priceE8(value: unknown): bigint {
  const [, units, fraction = ""] = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(String(value)) ?? [];
  if (units === undefined) throw new Unreadable(`${String(value)} is no price`);
  return BigInt(units + fraction.padEnd(8, "0"));
}

/** A recorded price. */
export type Tick = {
  seq: bigint;
  at: bigint;
  /** From when on somebody could know it. */
  knownAt: bigint;
  price: bigint;
  bid: bigint;
  ask: bigint;
  contested: boolean;
  simulated: boolean;
  sources: readonly Readonly<Record<string, unknown>>[];
};

/** The tick that an entry says; null where it is none. @throws Unreadable */
export function tickOf(found: Found | undefined): Tick | null {
  if (found?.entry.kind !== "tick") return null;
  const { entry } = found;
  return {
    seq: whole(entry.seq),
    at: micros(entry.at),
    knownAt: micros(entry.knownAt ?? entry.at),
    price: priceE8(entry.price),
    bid: priceE8(entry.bid),
    ask: priceE8(entry.ask),
    contested: entry.contested === true,
    simulated: entry.simulated === true,
    sources: (entry.sources ?? []) as Tick["sources"],
  };
}
