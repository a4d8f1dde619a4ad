import { formatDecimal } from "@/lib/platform/money";

/** A signed decimal string as an integer of `scale` fraction digits. Fraction digits beyond the scale are cut off. */
function toScaled(value: string, scale: number): bigint {
  const negative = value.startsWith("-");
  const [whole = "0", fraction = ""] = value.replace(/^[+-]/, "").split(".");
  const digits = BigInt((whole || "0") + fraction.padEnd(scale, "0").slice(0, scale));
  return negative ? -digits : digits;
}

function scaleOf(...values: string[]): number {
  return Math.max(...values.map((value) => value.split(".")[1]?.length ?? 0));
}

/** Compares two decimal strings: below zero, zero or above zero, like a sort function. */
export function compareDecimal(a: string, b: string): number {
  const scale = scaleOf(a, b);
  const difference = toScaled(a, scale) - toScaled(b, scale);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** `a - b` of two decimal strings, exact. */
export function subtractDecimal(a: string, b: string): string {
  const scale = scaleOf(a, b);
  return formatDecimal(toScaled(a, scale) - toScaled(b, scale), scale);
}

/** `a + b` of two decimal strings, exact. */
export function addDecimal(a: string, b: string): string {
  const scale = scaleOf(a, b);
  return formatDecimal(toScaled(a, scale) + toScaled(b, scale), scale);
}

/** `part` in percent of `whole`, cut off towards zero at 4 fraction digits. `whole` zero gives null. */
export function percentOf(part: string, whole: string): string | null {
  const scale = scaleOf(part, whole);
  const divisor = toScaled(whole, scale);
  if (divisor === 0n) return null;
  return formatDecimal((toScaled(part, scale) * 1_000_000n) / divisor, 4);
}
