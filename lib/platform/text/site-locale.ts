import { readFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/platform/env";
import { addLanguage, ENGLISH } from "./languages";
import { mistakesOf } from "./translation";

/**
 * Reads the file of another language, named by its code such as `de.json`.
 * @returns the code
 * @throws Error with a line for each mistake
 */
function readLanguage(file: string): string {
  const locale = path.basename(file, ".json");
  const messages = JSON.parse(readFileSync(file, "utf8")) as object;
  const mistakes = mistakesOf(messages, locale);
  if (mistakes.length > 0) throw new Error(`LANGUAGE_FILE ${file}:\n  ${mistakes.join("\n  ")}`);
  addLanguage(locale, messages);
  return locale;
}

/** The language of the site, whatever a browser prefers. */
export const siteLocale = env.LANGUAGE_FILE ? readLanguage(env.LANGUAGE_FILE) : ENGLISH;
