import { compareDecimal } from "./decimal";

export type AmountProblem =
  | "empty"
  | "comma"
  | "format"
  | "decimals"
  | "zero"
  | "belowMin"
  | "aboveMax"
  | "aboveAvailable";

export type AmountReading = { ok: true; value: string } | { ok: false; problem: AmountProblem };

// No number is grouped behind a zero: `0,025` is a decimal comma.
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const PLAIN = /^(\d+\.?\d*|\.\d+)$/;

/**
 * Reads what a person typed as an amount and gives the canonical decimal string.
 * Commas are accepted only as complete thousands groups (`1,200.50`); any other comma is
 * refused, because dropping it would turn `1200,99` into `120099` and `0,025` into `25`. `decimals` is
 * the most fraction digits allowed.
 */
export function readAmount(text: string, decimals: number): AmountReading {
  const typed = text.trim();
  if (typed === "") return { ok: false, problem: "empty" };
  if (typed.includes(",") && !GROUPED.test(typed)) return { ok: false, problem: "comma" };
  const plain = typed.replaceAll(",", "");
  if (!PLAIN.test(plain)) return { ok: false, problem: "format" };
  const [whole = "", fraction = ""] = plain.split(".");
  const kept = fraction.replace(/0+$/, "");
  if (kept.length > decimals) return { ok: false, problem: "decimals" };
  const integer = whole.replace(/^0+(?=\d)/, "") || "0";
  // Zeros beyond what the unit has are read, but no server takes so many digits.
  const shown = fraction.slice(0, decimals);
  return { ok: true, value: shown === "" ? integer : `${integer}.${shown}` };
}

/**
 * What a request takes for a typed amount: its canonical decimal string, or the text as it was typed where it is no
 * amount, which the request's own check then refuses.
 */
export function typedAmount(text: string, decimals: number): string {
  const reading = readAmount(text, decimals);
  return reading.ok ? reading.value : text;
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
