import { prisma } from "@/lib/platform/db";
import { isUnfinished } from "./operator";
import type { DocumentDto } from "./schema";
import { serializeDocument } from "./serializers";
import { operatorDetails, withDetails } from "./stated";
import { type DocumentType, documentTypes } from "./types";

/**
 * The published documents of a language, in the order of their types. What is not there in the language of a country
 * ("en-US") is answered in the language ("en"). Their gaps have what the operator has stated.
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
  const filled = await Promise.all(
    rows.map(async (row) => ({
      ...serializeDocument(row),
      content: await withDetails(row.content, row.language),
    })),
  );
  return filled.sort((a, b) => place(a) - place(b));
}

/** Types of the published documents that still have gaps for the operator to fill, each once. */
export async function unfinishedDocuments(): Promise<DocumentType[]> {
  const [rows, details] = await Promise.all([
    prisma.document.findMany({
      where: { isActive: true, type: { in: [...documentTypes] } },
      select: { type: true, content: true },
    }),
    operatorDetails(),
  ]);
  const open = rows.filter(({ content }) => isUnfinished(content, details));
  return documentTypes.filter((type) => open.some((row) => row.type === type));
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
