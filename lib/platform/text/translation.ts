/** Whether a file is a whole translation of messages/en.json. */
import { createTranslator } from "next-intl";
import english from "@/messages/en.json";
import { isStaffText, mayStayEnglish } from "./staff-texts";

type Gap = (chunks: string) => string;
type Say = { markup: (key: string, values: Record<string, string | number | Gap>) => string };

/** Every text of a file by its key. */
function leavesOf(tree: object, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([name, part]: [string, unknown]) => {
    if (typeof part === "object" && part !== null) return leavesOf(part, `${path}${name}.`);
    return [[path + name, String(part)] as [string, string]];
  });
}

const CHOICES = new Set(["plural", "select", "selectordinal"]);

/**
 * Reads a text, or one of its choices, and notes the gaps in it.
 * @returns where it ends
 */
function readGaps(message: string, start: number, gaps: Set<string>): number {
  let at = start;
  for (; at < message.length && message[at] !== "}"; at += 1) {
    if (message[at] !== "{") continue;
    const [whole, name = "", kind = ""] = /^\{\s*(\w+)\s*(?:,\s*(\w+))?/.exec(
      message.slice(at),
    ) ?? [""];
    gaps.add(name);
    at = readGap(message, at + whole.length, CHOICES.has(kind), gaps);
  }
  return at;
}

/** Reads a gap to its end, with the texts that it chooses from. */
function readGap(message: string, start: number, chooses: boolean, gaps: Set<string>): number {
  let at = start;
  for (; at < message.length && message[at] !== "}"; at += 1) {
    if (message[at] === "{" && chooses) at = readGaps(message, at + 1, gaps);
  }
  return at;
}

/** The gaps and the tags of a text, each once, in the order of their names. */
function gapsOf(message: string): string[] {
  const gaps = new Set([...message.matchAll(/<(\w+)>/g)].map(([, tag = ""]) => tag));
  readGaps(message, 0, gaps);
  return [...gaps].sort();
}

/** What fills the gaps of a text when it is tried out: a number suits every kind of gap. */
function fillingOf(message: string): Record<string, number | Gap> {
  return Object.fromEntries(
    gapsOf(message).map((gap) => [
      gap,
      message.includes(`<${gap}>`) ? (chunks: string) => chunks : 1,
    ]),
  );
}

/** Whether a translation has texts that only staff read. It may leave them out, all of them. */
export const hasStaffTexts = (messages: object): boolean =>
  leavesOf(messages).some(([key]) => isStaffText(key));

/**
 * What is wrong with a translation, in a line each: keys that it lacks or has too many, gaps that are others, and
 * texts that can't be rendered. Empty when nothing is.
 */
export function mistakesOf(messages: object, locale: string): string[] {
  const isForStaff = hasStaffTexts(messages);
  const mayLack = isForStaff ? () => false : mayStayEnglish;
  const [own, expected] = [new Map(leavesOf(messages)), new Map(leavesOf(english))];
  const strangers = [...own.keys()].filter((key) => !expected.has(key));
  const mistakes = strangers.map((key) => `${key} is no text of messages/en.json`);
  let failure = "";
  const say = createTranslator({
    locale,
    messages: messages as never,
    onError: ({ message }) => {
      failure = message;
    },
  }) as unknown as Say;
  for (const [key, model] of expected) {
    const message = own.get(key);
    if (message === undefined) {
      if (!mayLack(key)) mistakes.push(`${key} is missing`);
      continue;
    }
    failure = "";
    say.markup(key, { ...fillingOf(model), ...fillingOf(message) });
    const gaps = gapsOf(model).join(", ");
    if (failure) mistakes.push(`${key}: ${failure}`);
    else if (gapsOf(message).join(", ") !== gaps) {
      mistakes.push(`${key} has to have ${gaps ? `the gaps ${gaps}` : "no gaps"}`);
    }
  }
  return mistakes;
}
