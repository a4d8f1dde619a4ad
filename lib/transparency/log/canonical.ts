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
/** What stands for itself between quotes, as nearly every text of a record does. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (LONE_SURROGATE.test(text)) throw new TypeError("a text has half a character in it");
  return JSON.stringify(text);
}

/**
 * The one text of a value by RFC 8785: names in the order of their UTF-16 units, nothing between the parts, numbers and
 * texts as ECMAScript writes them.
 * @throws TypeError for what is no such value
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${value} is no number of JSON`);
    return String(value);
  }
  if (typeof value !== "object") throw new TypeError(`a ${typeof value} is nothing of JSON`);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  let members = "";
  // What sort() goes by is UTF-16 units.
  for (const name of Object.keys(value).sort()) {
    const comma = members === "" ? "" : ",";
    members += `${comma}${quoted(name)}:${canonicalJson(value[name] as Json)}`;
  }
  return `{${members}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
