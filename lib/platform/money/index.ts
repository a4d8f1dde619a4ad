/**
 * Amounts are whole numbers of micro-units (10^-6), prices whole numbers of 10^-8, both `bigint`.
 * JSON carries them as decimal strings. Nothing here touches a float.
 */

/** An amount in 10^-6 of its currency. */
export type Micro = bigint;
/** A price or coin amount in 10^-8. */
export type E8 = bigint;

export const MICRO = 1_000_000n;
/** Fraction digits of an amount in micro-units. */
export const MICRO_DECIMALS = 6;
export const E8_ONE = 100_000_000n;
/** Parts per million: rates such as a payout of 0.80 are 800,000. */
export const PPM = 1_000_000n;

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d+))?$/;

/**
 * Reads a decimal string as a whole number of 10^-digits.
 * @returns null when the text is no plain decimal or has more digits than fit (never rounds).
 */
export function parseDecimal(text: string, digits: number): bigint | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const fraction = (match[3] ?? "").replace(/0+$/, "");
  if (fraction.length > digits) return null;
  const value = BigInt(match[2] + fraction.padEnd(digits, "0"));
  return match[1] ? -value : value;
}

/** Writes a whole number of 10^-digits as a decimal string with all its digits. */
export function formatDecimal(value: bigint, digits: number): string {
  const negative = value < 0n;
  const text = (negative ? -value : value).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const fraction = digits > 0 ? `.${text.slice(text.length - digits)}` : "";
  return `${negative ? "-" : ""}${whole}${fraction}`;
}

/** Decimal string to micro-units; null when it is no amount or has more than 6 decimals. */
export function parseMicro(text: string): Micro | null {
  return parseDecimal(text, MICRO_DECIMALS);
}

/** Micro-units to a decimal string with 6 decimals, for example "12.500000". */
export function formatMicro(value: Micro): string {
  return formatDecimal(value, MICRO_DECIMALS);
}

/** 10^-8 units to a decimal string with 8 decimals. */
export function formatE8(value: E8): string {
  return formatDecimal(value, 8);
}

/** 10^-8 price to a decimal string with 2 to 8 decimals: trailing zeros beyond two are dropped. */
export function formatPriceE8(value: E8): string {
  const text = formatDecimal(value, 8);
  const point = text.indexOf(".");
  const fraction = text.slice(point + 1).replace(/0+$/, "");
  return `${text.slice(0, point)}.${fraction.padEnd(2, "0")}`;
}

/** a × b ÷ divisor, rounded half to even. The divisor must be positive. */
export function mulDivHalfEven(a: bigint, b: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError("divisor must be positive");
  const product = a * b;
  const negative = product < 0n;
  const magnitude = negative ? -product : product;
  const quotient = magnitude / divisor;
  const twice = (magnitude % divisor) * 2n;
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/** a × b ÷ divisor, rounded down (towards minus infinity). */
export function mulDivFloor(a: bigint, b: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError("divisor must be positive");
  const product = a * b;
  const quotient = product / divisor;
  return product % divisor < 0n ? quotient - 1n : quotient;
}

/** a × b ÷ divisor, rounded up. */
export function mulDivCeil(a: bigint, b: bigint, divisor: bigint): bigint {
  return -mulDivFloor(-a, b, divisor);
}
