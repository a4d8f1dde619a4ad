/**
 * What a text may ask of the Markdown parser. Its work grows with the square of some things, and while
 * it works the process does nothing else: no price would be recorded.
 */

/** Quotes and lists within each other on one line; deeper ones overflow the parser's stack. */
const NESTED_TOO_DEEP = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){20}/m;
/** Longer than any address; each of its characters may be the start of one. */
const WORD_TOO_LONG = /[\w.+-]{2001}/;
const MARKS = /[*_~`[\]<!]+/g;
const MAX_MARKS = 400;
/** Where a paragraph, an item, a heading, a quote or a row of a table begins. */
const NEXT_PART = /\n[ \t]*(?=\n|[>#|]|[-+*][ \t]|\d{1,9}[.)][ \t])/;

/** Whether showing a text would take long or fail. Nothing that people write to be read is such a text. */
export function isTooComplex(markdown: string): boolean {
  if (NESTED_TOO_DEEP.test(markdown) || WORD_TOO_LONG.test(markdown)) return true;
  return markdown.split(NEXT_PART).some((part) => (part.match(MARKS)?.length ?? 0) > MAX_MARKS);
}
