import { cleanAmount, commaReadings, pointReadings } from "@/lib/platform/money/typed-amount";
import { compareDecimal } from "./decimal";
import { numberForms } from "./format";
import { numbersLocale } from "./reader-locale";

export type AmountProblem =
  | "empty"
  | "either"
  | "comma"
  | "point"
  | "format"
  | "tooLarge"
  | "decimals"
  | "zero"
  | "belowMin"
  | "aboveMax"
  | "aboveAvailable";

export type AmountReading = { ok: true; value: string } | { ok: false; problem: AmountProblem };

const PLAIN = /^(\d+\.?\d*|\.\d+)$/;
/** More than there is of anything. */
const MOST = "1000000000";

/** Whether the page that is read groups thousands by points: its "1.000" is a thousand. */
const groupsByPoint = () => numberForms(numbersLocale()).group === ".";

/**
 * Reads what a person typed as an amount and gives the canonical decimal string. `decimals` is the most fraction
 * digits allowed. On a page that writes a thousand as "1.000", that is refused: its reader may mean either.
 */
export function readAmount(text: string, decimals: number): AmountReading {
  const plain = cleanAmount(text);
  if (plain === "") return { ok: false, problem: "empty" };
  const comma = commaReadings(plain);
  if (comma?.whole !== undefined) return { ok: false, problem: "either" };
  if (plain.includes(",")) return { ok: false, problem: "comma" };
  if (groupsByPoint() && pointReadings(plain)) return { ok: false, problem: "point" };
  if (!PLAIN.test(plain)) return { ok: false, problem: "format" };
  const [whole = "", fraction = ""] = plain.split(".");
  const kept = fraction.replace(/0+$/, "");
  if (kept.length > decimals) return { ok: false, problem: "decimals" };
  const integer = whole.replace(/^0+(?=\d)/, "") || "0";
  if (compareDecimal(integer, MOST) > 0) return { ok: false, problem: "tooLarge" };
  // Zeros beyond what the unit has are read, but no server takes so many digits.
  const shown = fraction.slice(0, decimals);
  return { ok: true, value: shown === "" ? integer : `${integer}.${shown}` };
}

/** The amount without the field's own currency, where that is what keeps it from being one; else null. */
export function withoutUnit(text: string, unit: string): string | null {
  const cleaned = cleanAmount(text, unit.toUpperCase());
  return cleaned !== cleanAmount(text) && PLAIN.test(cleaned) ? cleaned : null;
}

/** A decimal string as a field takes it without a doubt: "1.2340" for "1.234" where that could be a thousand. */
export const fillableAmount = (value: string): string =>
  groupsByPoint() && pointReadings(value) ? `${value}0` : value;

/**
 * What a request takes for a typed amount: its canonical decimal string, or the text as it was typed where it is no
 * amount, which the request's own check then refuses. Empty for "1.000" that is refused here: there it would be one.
 */
export function typedAmount(text: string, decimals: number): string {
  const reading = readAmount(text, decimals);
  if (reading.ok) return reading.value;
  return reading.problem === "point" ? "" : text;
}

/** Limits of an amount, all decimal strings in its unit. */
export interface AmountLimits {
  /** Smallest accepted amount. */
  min?: string;
  /** The amount must be greater than this one. */
  moreThan?: string;
  max?: string;
  available?: string;
}

/** What is wrong with an amount, a decimal string; null where it keeps to the limits. Zero is refused. */
export function limitProblem(
  value: string,
  { min, moreThan, max, available }: AmountLimits,
): AmountProblem | null {
  if (compareDecimal(value, "0") === 0) return "zero";
  if (min !== undefined && compareDecimal(value, min) < 0) return "belowMin";
  if (moreThan !== undefined && compareDecimal(value, moreThan) <= 0) return "belowMin";
  if (max !== undefined && compareDecimal(value, max) > 0) return "aboveMax";
  return available !== undefined && compareDecimal(value, available) > 0 ? "aboveAvailable" : null;
}

/**
 * Reads a typed amount and checks it against limits.
 * @param decimals the most fraction digits
 */
export function checkAmount(text: string, decimals: number, limits: AmountLimits): AmountReading {
  const reading = readAmount(text, decimals);
  const problem = reading.ok ? limitProblem(reading.value, limits) : null;
  return problem === null ? reading : { ok: false, problem };
}

/** An amount without the zeros at its end: how somebody typed it is no difference between two orders. */
export function plainAmount(value: string): string {
  return value.includes(".") ? value.replace(/\.?0+$/, "") : value;
}
