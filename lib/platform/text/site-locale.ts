import { readFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/platform/env";
import { addLanguage, ENGLISH } from "./languages";

/** Reads the file of another language, named by its code such as `de.json`. @returns the code */
function readLanguage(file: string): string {
  const locale = path.basename(file, ".json");
  addLanguage(locale, JSON.parse(readFileSync(file, "utf8")) as object);
  return locale;
}

/** The language of the site, whatever a browser prefers. */
export const siteLocale = env.LANGUAGE_FILE ? readLanguage(env.LANGUAGE_FILE) : ENGLISH;
