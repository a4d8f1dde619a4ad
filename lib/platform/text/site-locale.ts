import { readFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/platform/env";
import { addLanguage, ENGLISH } from "./languages";
import { hasStaffTexts, mistakesOf } from "./translation";

/**
 * Reads the file of another language, named by its code such as `de.json`.
 * @returns the code, and whether staff have their texts in it
 * @throws Error with a line for each mistake
 */
function readLanguage(file: string): { locale: string; isForStaff: boolean } {
  const locale = path.basename(file, ".json");
  const messages = JSON.parse(readFileSync(file, "utf8")) as object;
  const mistakes = mistakesOf(messages, locale);
  if (mistakes.length > 0) throw new Error(`LANGUAGE_FILE ${file}:\n  ${mistakes.join("\n  ")}`);
  addLanguage(locale, messages);
  return { locale, isForStaff: hasStaffTexts(messages) };
}

const own = env.LANGUAGE_FILE
  ? readLanguage(env.LANGUAGE_FILE)
  : { locale: ENGLISH, isForStaff: true };

/** The language of readers who have chosen none, whatever a browser prefers. */
export const siteLocale = own.locale;

/** The language of the staff's pages: that of the site, where it has their texts. */
export const staffLocale = own.isForStaff ? own.locale : ENGLISH;
