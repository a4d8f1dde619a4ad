/** What canonical JSON can say. Money, prices and long numbers are texts. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** Half of a pair that stands for one character: no text of Unicode, so it has no UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The one text of a value by RFC 8785: names in the order of their UTF-16 units, nothing between the parts, numbers and
 * texts as ECMAScript writes them.
 * @throws TypeError for what is no such value
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") {
    const text = JSON.stringify(value);
    // Half a character is written as an escape, so that only a text with one needs the closer look.
    if (text.includes("\\ud") && LONE_SURROGATE.test(value))
      throw new TypeError("a text has half a character in it");
    return text;
  }
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError(`${value} is no number of JSON`);
  if (value === null || typeof value === "boolean" || typeof value === "number")
    return JSON.stringify(value);
  if (typeof value !== "object") throw new TypeError(`a ${typeof value} is nothing of JSON`);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  // What sort() goes by is UTF-16 units.
  const members = Object.keys(value)
    .sort()
    .map((name) => `${canonicalJson(name)}:${canonicalJson(value[name] as Json)}`);
  return `{${members.join(",")}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
