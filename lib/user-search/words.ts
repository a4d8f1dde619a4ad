/** How the text in the users' search box is read. */
import { isUuid } from "@/lib/platform/uuid";

/**
 * One condition of a search; `value` of a part and of a beginning is a LIKE pattern. A number has five digits or
 * more; an address is part of an email address with its "@".
 */
export type SearchWord = {
  kind: "id" | "part" | "number" | "beginning" | "address";
  value: string;
};

const PHONE = /^[\d\s().+-]*\d[\d\s().+-]*$/;
const PHONE_PUNCTUATION = /[\s().-]/g;
/** As many digits in a row are in the index of numbers. */
const NUMBER = /^\+?\d{5,}$/;
/** Shorter texts have no trigram, so they can only be looked up as a beginning. */
const TRIGRAM = 3;
const MAX_WORDS = 5;

const escaped = (word: string) => word.replace(/[\\%_]/g, "\\$&");

/** The LIKE pattern of what begins with a text. */
export const beginningPattern = (word: string) => `${escaped(word)}%`;

/**
 * What is before the "@" leads through the index, and the whole is compared with what that finds: the parts of a
 * domain are so common that the index would be slow. One letter before the "@" is nothing to look up.
 */
function addressWords(word: string): SearchWord[] {
  const name = word.slice(0, word.indexOf("@") + 1);
  if (name.length < TRIGRAM) return [partWord(word)];
  return [partWord(name), { kind: "address", value: word }];
}

const partWord = (word: string): SearchWord => ({ kind: "part", value: `%${escaped(word)}%` });

/**
 * The conditions that a search stands for; a user has to meet all of them. An id stands for itself, a
 * phone number may be written with spaces, brackets and dashes, anything else is words. Case does not
 * matter. No conditions for an empty text.
 */
export function searchWords(search: string): SearchWord[] {
  const text = search.trim().toLowerCase();
  if (isUuid(text)) return [{ kind: "id", value: text }];
  const words = PHONE.test(text)
    ? [text.replace(PHONE_PUNCTUATION, "")]
    : text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.flatMap((word): SearchWord[] => {
    if (word.length < TRIGRAM) return [{ kind: "beginning", value: beginningPattern(word) }];
    if (word.indexOf("@") > 0) return addressWords(word);
    if (NUMBER.test(word)) return [{ kind: "number", value: word }];
    return [partWord(word)];
  });
}

const SHORT_NUMBER = /^#?(\d{1,18})$/;

/** The short number that a text is, as people name it: "#17". */
export function numberOf(text: string): bigint | null {
  const digits = SHORT_NUMBER.exec(text.trim())?.[1];
  return digits === undefined ? null : BigInt(digits);
}
