/** Amounts as people type and paste them, read alike by the browser and the API. */

/** Marks of direction, zero-width characters, soft hyphens and what chooses between looks of a character. */
const INVISIBLE = /\p{Cf}|[\uFE00-\uFE0F]/gu;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

const GROUPED_BY_COMMA = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const GROUPED_BY_SPACE = /^[1-9]\d{0,2}( \d{3})+(\.\d*)?$/;
const EITHER = /^([1-9]\d{0,2}),(\d{3})$/;
const POINT_BEFORE_THREE = /^([1-9]\d{0,2})\.(\d{3})$/;
const DECIMAL_COMMA = /^(\d{1,3}(?:[.\s]\d{3})*|\d+),(\d+)$/;

/** Text without what nobody sees: full-width characters as plain ones, every kind of space as one, none at the ends. */
export function visibleText(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * What a typed amount says, without the thousands groups that the site itself writes ("1,234.56"). What is no amount
 * stays as it can be seen.
 * @param code the currency of the field, which may stand before or behind the number
 */
export function cleanAmount(text: string, code?: string): string {
  const seen = withoutCode(visibleText(text), code);
  if (EITHER.test(seen)) return seen;
  const isGrouped = GROUPED_BY_COMMA.test(seen) || GROUPED_BY_SPACE.test(seen);
  return isGrouped ? seen.replace(/[, ]/g, "") : seen;
}

function withoutCode(seen: string, code: string | undefined): string {
  if (!code) return seen;
  const upper = seen.toUpperCase();
  if (upper.startsWith(code)) return seen.slice(code.length).trimStart();
  return upper.endsWith(code) ? seen.slice(0, -code.length).trimEnd() : seen;
}

/** How a number with a comma can be read, as decimal strings. */
export type CommaReadings = { whole?: string; decimal: string };

/**
 * The readings of an amount that is refused for its comma: both where it could separate thousands or decimals
 * ("12,345"), the decimal one where it can only do that ("0,5", "1.234,56"); null where its comma is no reason.
 */
export function commaReadings(cleaned: string): CommaReadings | null {
  const either = EITHER.exec(cleaned);
  if (either) return { whole: `${either[1]}${either[2]}`, decimal: `${either[1]}.${either[2]}` };
  const [, whole, fraction] = DECIMAL_COMMA.exec(cleaned) ?? [];
  return whole === undefined ? null : { decimal: `${whole.replace(/[.\s]/g, "")}.${fraction}` };
}

/**
 * Both readings of an amount such as "1.000" for people who group thousands by points: a thousand or one, each as it
 * can be written without a doubt. Null of any other.
 */
export function pointReadings(cleaned: string): Required<CommaReadings> | null {
  const [, whole, fraction = ""] = POINT_BEFORE_THREE.exec(cleaned) ?? [];
  if (whole === undefined) return null;
  const kept = fraction.replace(/0+$/, "");
  const decimal = kept.length === 3 ? `${whole}.${fraction}0` : `${whole}.${kept}`;
  return { whole: `${whole}${fraction}`, decimal: decimal.replace(/\.$/, "") };
}

/** "1234.56 USDT" for any spelling of it with one of these codes; null without one. */
export function withOneCode(typed: string, codes: readonly string[]): string | null {
  const bare = cleanAmount(typed);
  const code = codes.find((each) => cleanAmount(typed, each) !== bare);
  return code === undefined ? null : `${cleanAmount(typed, code)} ${code}`;
}

/** The number and the code of what `withOneCode` wrote, or the text alone. */
export function splitCode(
  cleaned: string,
  codes: readonly string[],
): { number: string; code?: string } {
  const code = codes.find((each) => cleaned.endsWith(` ${each}`));
  return code ? { number: cleaned.slice(0, -code.length - 1), code } : { number: cleaned };
}
