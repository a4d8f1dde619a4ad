import english from "@/messages/en.json";
import { type Text, type TextKey, text } from "./index";

type Tree = { [name: string]: string | Tree };

const keysOf = (tree: Tree, path: string): [string, TextKey][] =>
  Object.entries(tree).flatMap(([name, below]) =>
    typeof below === "string"
      ? [[below, `${path}.${name}` as TextKey] as [string, TextKey]]
      : keysOf(below, `${path}.${name}`),
  );

const keys = new Map(keysOf(english.firstWords, "firstWords"));

/**
 * Words that staff may write, as their reader is to get them: what a new site began with is in the reader's language
 * until staff change it. Their own words stay as they are.
 */
export function firstWords(stored: string): string | Text {
  const key = keys.get(stored);
  return key ? text(key) : stored;
}
