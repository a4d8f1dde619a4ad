/** A signed decimal string as an integer of `scale` fraction digits. Fraction digits beyond the scale are cut off. */
function toScaled(value: string, scale: number): bigint {
  const negative = value.startsWith("-");
  const [whole = "0", fraction = ""] = value.replace(/^[+-]/, "").split(".");
  const digits = BigInt((whole || "0") + fraction.padEnd(scale, "0").slice(0, scale));
  return negative ? -digits : digits;
}

function fromScaled(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, "0");
  const cut = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return value < 0n ? `-${text}` : text;
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
  return fromScaled(toScaled(a, scale) - toScaled(b, scale), scale);
}

/** `a + b` of two decimal strings, exact. */
export function addDecimal(a: string, b: string): string {
  const scale = scaleOf(a, b);
  return fromScaled(toScaled(a, scale) + toScaled(b, scale), scale);
}

/** `part` in percent of `whole`, cut off towards zero at 4 fraction digits. `whole` zero gives null. */
export function percentOf(part: string, whole: string): string | null {
  const scale = scaleOf(part, whole);
  const divisor = toScaled(whole, scale);
  if (divisor === 0n) return null;
  return fromScaled((toScaled(part, scale) * 1_000_000n) / divisor, 4);
}
