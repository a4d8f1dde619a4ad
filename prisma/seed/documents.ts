import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentType, documentTypes } from "@/lib/documents/types";

const FOLDER = join(process.cwd(), "prisma/seed/documents");

/** The languages that the default texts are written in, each with its folder. English is what the others follow. */
const languageFolders = { en: "", de: "de", es: "es" };

/** The first line is the title, everything after it the text. */
function readTemplate(type: DocumentType, language: string, folder: string) {
  const text = readFileSync(join(FOLDER, folder, `${type}.md`), "utf8");
  const match = /^# (.+)\n+([\s\S]+)$/.exec(text);
  if (!match?.[1] || !match[2]) throw new Error(`${type}.md must start with its title`);
  return { type, language, title: match[1], content: match[2] };
}

/**
 * Templates of the public texts for a new site, in each language of the site. They say what the software does and leave
 * a gap for what only the operator can know; they claim no licence, partner, number or guarantee.
 * @returns the first version of each document, English first
 */
export function defaultDocuments() {
  return Object.entries(languageFolders).flatMap(([language, folder]) =>
    documentTypes.map((type) => readTemplate(type, language, folder)),
  );
}
