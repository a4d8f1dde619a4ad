/** The words of texts that the browser has by key: what schemas say, and what no server answered. */
import { createTranslator } from "next-intl";
import { wordsOf } from "@/lib/platform/text";
import { merged } from "@/lib/platform/text/merged";

type Say = (key: string, values: Record<string, string | number>) => string;

let messages: Record<string, unknown> = {};
let locale = "en";
let say: Say | undefined;

/** Makes texts known that came with a page. Those of earlier pages stay. On the server it does nothing. */
export function learnWords(inLocale: string, texts: object): void {
  if (typeof window === "undefined") return;
  messages = merged(messages, texts);
  locale = inLocale;
  say = undefined;
}

/** The words of a text in the language of the page; what is none of messages/ stays as it is. */
export function words(given: string): string {
  return wordsOf(given, (key, values) => {
    say ??= createTranslator({ locale, messages: messages as never }) as unknown as Say;
    return say(key, values);
  });
}
