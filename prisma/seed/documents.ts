import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentType, documentTypes } from "@/lib/documents/types";

const FOLDER = join(process.cwd(), "prisma/seed/documents");

/** The first line is the title, everything after it the text. */
function readTemplate(type: DocumentType) {
  const text = readFileSync(join(FOLDER, `${type}.md`), "utf8");
  const match = /^# (.+)\n+([\s\S]+)$/.exec(text);
  if (!match?.[1] || !match[2]) throw new Error(`${type}.md must start with its title`);
  return { type, language: "en", title: match[1], content: match[2] };
}

/**
 * Templates of the public texts for a new site. They say what the software does and mark in
 * brackets what only the operator can know; they claim no licence, partner, number or guarantee.
 * @returns the first version of each document
 */
export function defaultDocuments() {
  return documentTypes.map(readTemplate);
}
