import { createTranslator } from "next-intl";
import german from "@/messages/de.json";
import english from "@/messages/en.json";
import spanish from "@/messages/es.json";
import { partsOf, wordsOf } from "./index";
import { merged } from "./merged";
import { localValue } from "./values";

export type Messages = typeof english;
type Say = (key: string, values: Record<string, string | number>) => string;

/** The language that everything is written in first. */
export const ENGLISH = "en";

const messagesByLocale = new Map<string, Messages>([
  [ENGLISH, english],
  ["de", merged(english, german) as Messages],
  ["es", merged(english, spanish) as Messages],
]);
const speakers = new Map<string, Say>();

/** Adds a language. What it has no words for stays English. */
export function addLanguage(locale: string, messages: object): void {
  messagesByLocale.set(locale, merged(english, messages) as Messages);
  speakers.delete(locale);
}

/** The codes of the languages that readers may choose. */
export const offeredLanguages = (): string[] => [...messagesByLocale.keys()];

/** A language that is offered, or null: what cookies and headers name may be anything. */
export const offered = (named: string | null | undefined): string | null =>
  named && messagesByLocale.has(named) ? named : null;

/** All texts in a language; in English where there is no such language. */
export function messagesOf(locale: string): Messages {
  return messagesByLocale.get(locale) ?? english;
}

/** The words of a text in a language. What is no text of messages/ stays as it is. */
export function renderText(given: string, locale: string): string {
  return wordsOf(given, (key, values) => {
    const local = Object.entries(values).map(([name, value]) => [name, localValue(value, locale)]);
    return speakerOf(locale)(key, Object.fromEntries(local) as typeof values);
  });
}

const isPlain = (value: object) =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** The same with other words: a text whose gaps, such as `{link}`, are filled with what the text that they stand for has. */
export function renderWith(words: string, given: string, locale: string): string {
  const { values } = partsOf(given);
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    const said = typeof value === "string" ? renderText(value, locale) : value;
    return String(localValue(said, locale));
  });
}

/** A value with its texts, however deep, in the words of a language. One that has none is answered itself. */
export function rendered<Value>(value: Value, locale: string): Value {
  if (typeof value === "string") return renderText(value, locale) as Value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => rendered(item, locale));
    return items.some((item, index) => item !== value[index]) ? (items as Value) : value;
  }
  // Dates and the like have no texts.
  if (value === null || typeof value !== "object" || !isPlain(value)) return value;
  const members = Object.entries(value as Record<string, unknown>);
  const said = members.map(([name, item]) => [name, rendered(item, locale)] as const);
  const isOther = said.some(([, item], index) => item !== members[index]?.[1]);
  return isOther ? (Object.fromEntries(said) as Value) : value;
}

function speakerOf(locale: string): Say {
  const known = speakers.get(locale);
  if (known) return known;
  const messages = messagesOf(locale);
  // A text that is missing or lacks a value is a fault of the program: better its key than no answer.
  const say = createTranslator({ locale, messages, onError: () => undefined }) as unknown as Say;
  speakers.set(locale, say);
  return say;
}
