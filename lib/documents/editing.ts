/** What a button of the editor does to the selected text. */
export const textFormats = [
  "bold",
  "italic",
  "heading",
  "subheading",
  "bullets",
  "numbers",
  "quote",
  "link",
] as const;
export type TextFormat = (typeof textFormats)[number];

/** Puts `insert` in place of the characters `from` to `to`, and selects `selectFrom` to `selectTo` after it. */
export type TextEdit = {
  from: number;
  to: number;
  insert: string;
  selectFrom: number;
  selectTo: number;
};

const AROUND: Partial<Record<TextFormat, [string, string]>> = {
  bold: ["**", "**"],
  italic: ["*", "*"],
  link: ["[", "](https://)"],
};

const BEFORE_LINE: Partial<Record<TextFormat, (number: number) => string>> = {
  heading: () => "## ",
  subheading: () => "### ",
  bullets: () => "- ",
  numbers: (number) => `${number}. `,
  quote: () => "> ",
};

/** How a format changes a text whose characters `start` to `end` are selected. */
export function formatText(text: string, start: number, end: number, format: TextFormat): TextEdit {
  const [open, close] = AROUND[format] ?? [];
  if (open !== undefined && close !== undefined) {
    const insert = open + text.slice(start, end) + close;
    const selectFrom = start + open.length;
    return { from: start, to: end, insert, selectFrom, selectTo: selectFrom + end - start };
  }
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const to = lineEnd === -1 ? text.length : lineEnd;
  const mark = BEFORE_LINE[format] ?? (() => "");
  const insert = text
    .slice(from, to)
    .split("\n")
    .map((line, index) => mark(index + 1) + line)
    .join("\n");
  const at = from + insert.length;
  return { from, to, insert, selectFrom: at, selectTo: at };
}
