import { prisma } from "@/lib/platform/db";
import type { DocumentDto } from "./schema";
import { serializeDocument } from "./serializers";
import { type DocumentType, documentTypes } from "./types";

/**
 * The published documents of a language, in the order of their types. What is not there in the language of a country
 * ("en-US") is answered in the language ("en").
 */
export async function listDocuments(language: string, type?: DocumentType): Promise<DocumentDto[]> {
  const [wide = language] = language.split("-");
  const found = await prisma.document.findMany({
    where: {
      language: { in: [language, wide] },
      isActive: true,
      type: type ?? { in: [...documentTypes] },
    },
  });
  const isExact = (row: { language: string }) => row.language === language;
  const rows = found.filter(
    (row) => isExact(row) || !found.some((other) => other.type === row.type && isExact(other)),
  );
  const place = ({ type: of }: DocumentDto) => documentTypes.indexOf(of);
  return rows.map(serializeDocument).sort((a, b) => place(a) - place(b));
}

/** Languages that a document, or this one, is published in, in alphabetical order. */
export async function listLanguages(type?: DocumentType): Promise<string[]> {
  const rows = await prisma.document.findMany({
    where: { isActive: true, type },
    distinct: ["language"],
    select: { language: true },
    orderBy: { language: "asc" },
  });
  return rows.map(({ language }) => language);
}

/** A published document for its page; null when there is none. */
export async function findDocument(
  type: DocumentType,
  language = "en",
): Promise<DocumentDto | null> {
  const [found] = await listDocuments(language, type);
  return found ?? null;
}
