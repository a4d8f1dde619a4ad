import { numbersLocale } from "./reader-locale";

const MINUS = "\u2212";
const NO_BREAK_SPACE = "\u00a0";

/** What every formatter shows for a value that is not known. Never 0. */
export const UNKNOWN = "—";

/** Characters that stand in for an amount while balances are hidden. */
export const HIDDEN_AMOUNT = "••••";

const DISPLAY_DECIMALS: Record<string, number> = { USDT: 2, USDC: 2, USD: 2, XAUT: 6 };
const DEFAULT_DECIMALS = 8;
const DECIMAL_STRING = /^([+-]?)(\d+)(?:\.(\d*))?$/;

export interface FormatAmountOptions {
  /** Write `+` before a positive amount: for changes, never for balances. */
  sign?: boolean;
  /** Every decimal the value carries, at least the currency's usual number. */
  exact?: boolean;
  /** Leave the unit out, for columns and inputs that name it elsewhere. */
  unit?: boolean;
  /** Is about the market or real money whatever the tab shows: without the word of practice. */
  unmarked?: boolean;
}

interface Parts {
  negative: boolean;
  whole: string;
  fraction: string;
}

function split(value: string | null | undefined): Parts | null {
  const match = value == null ? null : DECIMAL_STRING.exec(value.trim());
  if (!match) return null;
  return {
    negative: match[1] === "-",
    whole: (match[2] ?? "0").replace(/^0+(?=\d)/, ""),
    fraction: match[3] ?? "",
  };
}

/** How a language writes numbers: between thousands, before decimals, and behind a percentage. */
export type NumberForms = { group: string; decimal: string; percent: string };

const formsByLocale = new Map<string, NumberForms>();

/** How a language writes numbers. */
export function numberForms(locale: string): NumberForms {
  const known = formsByLocale.get(locale);
  if (known) return known;
  const partsOf = (style: "decimal" | "percent", value: number) =>
    new Intl.NumberFormat(locale, { style, minimumFractionDigits: 1 }).formatToParts(value);
  const parts = partsOf("decimal", 1_234_567);
  const find = (type: string) => parts.find((part) => part.type === type)?.value;
  const percent = partsOf("percent", 0.5).slice(3);
  const forms = {
    group: find("group") ?? ",",
    decimal: find("decimal") ?? ".",
    percent: percent.map(({ value }) => value).join("") || "%",
  };
  formsByLocale.set(locale, forms);
  return forms;
}

function written(whole: string, fraction: string): string {
  const { group, decimal } = numberForms(numbersLocale());
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, group);
  return fraction === "" ? grouped : grouped + decimal + fraction;
}

function isZero(digits: string): boolean {
  return /^0*$/.test(digits);
}

function signOf(parts: Parts, zero: boolean, plus: boolean): string {
  if (zero) return "";
  if (parts.negative) return MINUS;
  return plus ? "+" : "";
}

/** Decimals shown for a currency in lists and balances: USDT, USDC, USD 2, XAUT 6, others 8. */
export function displayDecimals(currency: string): number {
  return DISPLAY_DECIMALS[currency] ?? DEFAULT_DECIMALS;
}

let unitMark = "";

/** Writes a word after the unit of every amount from now on, in this browser: on the practice side. Empty: none. */
export function markUnits(word: string): void {
  unitMark = word && ` ${word}`;
}

/**
 * Writes a decimal string as an amount with its unit, e.g. `1,234.56 USDT`.
 * Rounds down, so a balance never looks larger than it is, nor a loss smaller; a non-zero amount
 * below the smallest step shows as `<0.01`. Not a decimal string, null or undefined: `—`.
 */
export function formatAmount(
  value: string | null | undefined,
  currency: string,
  { sign = false, exact = false, unit = true, unmarked = false }: FormatAmountOptions = {},
): string {
  const parts = split(value);
  if (!parts) return UNKNOWN;
  const decimals = displayDecimals(currency);
  const trimmed = parts.fraction.replace(/0+$/, "");
  const length = exact ? Math.max(decimals, trimmed.length) : decimals;
  const zero = isZero(parts.whole + parts.fraction);
  const belowStep = !zero && isZero(parts.whole + parts.fraction.slice(0, length));
  const suffix = unit ? `${NO_BREAK_SPACE}${currency}${unmarked ? "" : unitMark}` : "";
  const prefix = signOf(parts, zero, sign);
  if (belowStep) return `${prefix}<${smallestStep(length)}${suffix}`;
  const { whole, fraction } = roundDown(parts, length);
  return `${prefix}${written(whole, length > 0 ? fraction : "")}${suffix}`;
}

/** An amount as formatAmount() shows it, as a decimal string: for a sum of amounts that stand beside it. */
export function asShown(value: string, currency: string): string {
  const parts = split(value);
  if (!parts) return value;
  const { negative, whole, fraction } = roundDown(parts, displayDecimals(currency));
  return `${negative ? "-" : ""}${whole}.${fraction}`;
}

function smallestStep(decimals: number): string {
  return decimals === 0 ? "1" : written("0", `${"0".repeat(decimals - 1)}1`);
}

/** A number cut to so many decimals, one step further from zero with `stepUp`. */
function cut(parts: Parts, decimals: number, stepUp: boolean): Parts {
  const digits = parts.whole + parts.fraction.padEnd(decimals, "0").slice(0, decimals);
  const text = (BigInt(digits) + (stepUp ? 1n : 0n)).toString().padStart(decimals + 1, "0");
  const point = text.length - decimals;
  return { negative: parts.negative, whole: text.slice(0, point), fraction: text.slice(point) };
}

/** Towards minus infinity. */
const roundDown = (parts: Parts, decimals: number): Parts =>
  cut(parts, decimals, parts.negative && !isZero(parts.fraction.slice(decimals)));

/** To the nearest, half away from zero. */
const roundHalfUp = (parts: Parts, decimals: number): Parts =>
  cut(parts, decimals, parts.fraction.charAt(decimals) >= "5");

function formatRounded(
  value: string | null | undefined,
  decimals: number,
  plus: boolean,
): string | null {
  const parts = split(value);
  if (!parts) return null;
  const rounded = roundHalfUp(parts, decimals);
  const zero = isZero(rounded.whole + rounded.fraction);
  const fraction = decimals > 0 ? rounded.fraction : "";
  return signOf(rounded, zero, plus) + written(rounded.whole, fraction);
}

/**
 * Writes a price, by default with 2 decimals, rounded half away from zero. `exact` writes every decimal that it
 * carries, 2 at least: for prices that something was decided or filled at. No unit. Not known: `—`.
 */
export function formatPrice(
  value: string | null | undefined,
  { decimals = 2, sign = false, exact = false }: PriceOptions = {},
): string {
  return formatRounded(value, exact ? Math.max(2, decimalsOf(value)) : decimals, sign) ?? UNKNOWN;
}

type PriceOptions = { decimals?: number; sign?: boolean; exact?: boolean };

/** How many decimals a number carries, zeros at its end left aside. */
const decimalsOf = (value: string | null | undefined): number =>
  /\.(\d*[1-9])0*$/.exec(value ?? "")?.[1]?.length ?? 0;

/**
 * Writes a percentage whose value is already in percent: `"0.68"` is `0.68%`.
 * `sign` writes `+` before a positive one. Not known: `—`.
 */
export function formatPercent(
  value: string | null | undefined,
  { decimals = 2, sign = false }: { decimals?: number; sign?: boolean } = {},
): string {
  const text = formatRounded(value, decimals, sign);
  return text === null ? UNKNOWN : text + numberForms(numbersLocale()).percent;
}

/** Writes a rate such as a payout rate as a percentage: `"0.82"` is `82%`. Trailing zeros are left out. */
export function formatRate(rate: string | null | undefined): string {
  const parts = split(rate);
  if (!parts) return UNKNOWN;
  const digits = parts.fraction.padEnd(2, "0");
  const shifted = `${parts.negative ? "-" : ""}${parts.whole}${digits.slice(0, 2)}.${digits.slice(2)}`;
  const decimals = digits.slice(2).replace(/0+$/, "").length;
  return formatPercent(shifted, { decimals });
}

/** Writes a number of seconds as `mm:ss`, or `h:mm:ss` from an hour on. Negative counts as zero. */
export function formatDuration(totalSeconds: number): string {
  const seconds = Math.max(0, Math.floor(totalSeconds));
  const pad = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${pad(minutes)}:${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Which way a change goes, read from a decimal string. Zero and not known are "flat". */
export function directionOf(value: string | null | undefined): "up" | "down" | "flat" {
  const parts = split(value);
  if (!parts || isZero(parts.whole + parts.fraction)) return "flat";
  return parts.negative ? "down" : "up";
}
