import type messages from "@/messages/en.json";

type Messages = typeof messages;
type Leaf<Node> = {
  [Name in keyof Node & string]: Node[Name] extends string ? Name : `${Name}.${Leaf<Node[Name]>}`;
}[keyof Node & string];
type Under<Namespace extends keyof Messages> = `${Namespace}.${Leaf<Messages[Namespace]>}`;

/** The place of a text in messages/. Only those that code outside of components says by itself. */
export type TextKey =
  | Under<"errors">
  | Under<"answers">
  | Under<"notices">
  | Under<"mails">
  | Under<"strategies">
  | Under<"exports">
  | Under<"firstWords">;

/** What a text has in its gaps: names and numbers as they are, or another text. */
export type TextValues = Record<string, string | number | bigint>;

declare const isText: unique symbol;
/**
 * A text that has no language yet: a key of messages/ with its values, rendered for whoever reads it.
 * It is a string, so that it fits wherever a schema keeps its messages, or a column a text.
 */
export type Text = string & { readonly [isText]: true };

/** A character that Unicode keeps for use inside of programs: no request may bring one. */
export const TEXT_MARK = "\uFDD0";

/** Names a text of messages/. A value may be a text itself. */
export function text(key: TextKey, values?: TextValues): Text {
  const gaps = values && JSON.stringify(values, withoutBigints);
  return (gaps ? `${TEXT_MARK}${key} ${gaps}` : `${TEXT_MARK}${key}`) as Text;
}

const withoutBigints = (_name: string, value: unknown) =>
  typeof value === "bigint" ? String(value) : value;

/** Two texts, one after the other. */
export const sentences = (first: Text, second: Text): Text =>
  text("notices.sentences", { first, second });

/** A text, and the short number of what it tells of. */
export const numbered = (message: Text, number: bigint): Text =>
  text("notices.numbered", { message, number });

/** Names and texts of a list, one after the other. */
export const listed = (items: readonly string[]): string =>
  items.reduce((list, item) => text("notices.listed", { list, item }));

/** What somebody wrote, or what has been rendered already: it reads the same in every language. */
export const asWritten = (words: string) => words as Text;

/** The place of a text and what it has in its gaps; `key` is null of what somebody wrote. */
export function partsOf(given: string): {
  key: string | null;
  values: Record<string, string | number>;
} {
  if (!given.startsWith(TEXT_MARK)) return { key: null, values: {} };
  const end = given.indexOf(" ");
  return {
    key: given.slice(TEXT_MARK.length, end < 0 ? undefined : end),
    values: end < 0 ? {} : (JSON.parse(given.slice(end)) as Record<string, string | number>),
  };
}

/**
 * The words of a text.
 * @param say the words of a key in the language of whoever reads, its values filled in
 */
export function wordsOf(
  given: string,
  say: (key: string, values: Record<string, string | number>) => string,
): string {
  const { key, values: gaps } = partsOf(given);
  if (key === null) return given;
  const values = Object.entries(gaps).map(([name, value]) => [
    name,
    typeof value === "string" ? wordsOf(value, say) : value,
  ]);
  return say(key, Object.fromEntries(values) as Record<string, string | number>);
}
