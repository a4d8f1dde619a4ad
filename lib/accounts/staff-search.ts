/** How the text in the users' search box is read. */

/** One condition of a search; `value` of a part and of a beginning is a LIKE pattern. A number has five digits or more. */
export type SearchWord = { kind: "id" | "part" | "number" | "beginning"; value: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PHONE = /^[\d\s().+-]*\d[\d\s().+-]*$/;
const PHONE_PUNCTUATION = /[\s().-]/g;
/** As many digits in a row are in the index of numbers. */
const NUMBER = /^\+?\d{5,}$/;
/** Shorter texts have no trigram, so they can only be looked up as a beginning. */
const TRIGRAM = 3;
const MAX_WORDS = 5;

const escaped = (word: string) => word.replace(/[\\%_]/g, "\\$&");

/**
 * The conditions that a search stands for; a user has to meet all of them. An id stands for itself, a
 * phone number may be written with spaces, brackets and dashes, anything else is words. Case does not
 * matter. A word with an "@" inside is the beginning of an e-mail address: its many common parts would make
 * the other index slow. No conditions for an empty text.
 */
export function searchWords(search: string): SearchWord[] {
  const text = search.trim().toLowerCase();
  if (UUID.test(text)) return [{ kind: "id", value: text }];
  const words = PHONE.test(text)
    ? [text.replace(PHONE_PUNCTUATION, "")]
    : text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => {
    if (word.length < TRIGRAM || word.indexOf("@") > 0) {
      return { kind: "beginning", value: `${escaped(word)}%` };
    }
    if (NUMBER.test(word)) return { kind: "number", value: word };
    return { kind: "part", value: `%${escaped(word)}%` };
  });
}
