import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { everyRow, pageOf } from "@/lib/platform/http/lists";
import { serializeDocument } from "./serializers";
import type {
  AdminDocumentDto,
  AdminDocumentsQuery,
  DocumentTextDto,
  DocumentVersionDto,
} from "./staff-schema";

/** Names of staff by id. */
async function namesOf(ids: (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const users = await prisma.user.findMany({
    where: { id: { in: known } },
    select: { id: true, username: true },
  });
  return new Map(users.map(({ id, username }) => [id, username]));
}

const nameIn = (names: Map<string, string>, id: string | null | undefined) =>
  (id && names.get(id)) ?? null;

/** A page of all documents, published or not, the newest first. */
export async function listAdminDocuments({
  type,
  language,
  cursor,
  limit,
}: AdminDocumentsQuery): Promise<{ documents: AdminDocumentDto[]; nextCursor: string | null }> {
  const rows = await prisma.document.findMany({
    where: { type, language, ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  const versions = await prisma.documentVersion.findMany({
    where: { OR: items.map(({ id, version }) => ({ documentId: id, version })) },
    select: { documentId: true, authorId: true },
  });
  const names = await namesOf(versions.map(({ authorId }) => authorId));
  const authors = new Map(versions.map((row) => [row.documentId, row.authorId]));
  return {
    documents: items.map((row) => ({
      ...serializeDocument(row),
      author: nameIn(names, authors.get(row.id)),
    })),
    nextCursor,
  };
}

/** All documents, published or not, the newest first. */
export async function listEveryAdminDocument(): Promise<AdminDocumentDto[]> {
  const all: AdminDocumentDto[] = [];
  for await (const one of everyRow(listAdminDocuments, ({ documents }) => documents)) all.push(one);
  return all;
}

/** One document with who wrote its text. @throws AppError NOT_FOUND */
export async function getAdminDocument(id: string): Promise<AdminDocumentDto> {
  const row = await prisma.document.findUnique({ where: { id } });
  if (!row) throw new AppError("NOT_FOUND");
  const version = await prisma.documentVersion.findUnique({
    where: { documentId_version: { documentId: id, version: row.version } },
    select: { authorId: true },
  });
  const names = await namesOf([version?.authorId ?? null]);
  return { ...serializeDocument(row), author: nameIn(names, version?.authorId) };
}

/** A page of a document's versions without their texts, the newest first. @throws AppError NOT_FOUND */
export async function listVersions(
  id: string,
  { cursor, limit }: { cursor?: number; limit: number },
): Promise<{ versions: DocumentVersionDto[]; nextCursor: string | null }> {
  const current = await prisma.document.findUnique({ where: { id } });
  if (!current) throw new AppError("NOT_FOUND");
  const kept = await prisma.documentVersion.findMany({
    where: { documentId: id, ...(cursor ? { version: { lt: cursor } } : {}) },
    orderBy: { version: "desc" },
    take: limit + 1,
    select: { version: true, title: true, authorId: true, createdAt: true },
  });
  const { version, title, updatedAt } = current;
  // A document that came with the site and was never changed has no version of its own yet.
  const isKept = cursor !== undefined || kept[0]?.version === version;
  const rows = isKept ? kept : [{ version, title, authorId: null, createdAt: updatedAt }, ...kept];
  const { items, nextCursor } = pageOf(rows, limit, (row) => String(row.version));
  const names = await namesOf(items.map(({ authorId }) => authorId));
  return {
    versions: items.map((row) => ({
      version: row.version,
      title: row.title,
      author: nameIn(names, row.authorId),
      createdAt: row.createdAt.toISOString(),
    })),
    nextCursor,
  };
}

/** One version with its text. @throws AppError NOT_FOUND */
export async function getVersion(id: string, version: number): Promise<DocumentTextDto> {
  const kept = await prisma.documentVersion.findUnique({
    where: { documentId_version: { documentId: id, version } },
  });
  if (kept) {
    const names = await namesOf([kept.authorId]);
    return {
      version,
      title: kept.title,
      content: kept.content,
      author: nameIn(names, kept.authorId),
      createdAt: kept.createdAt.toISOString(),
    };
  }
  const current = await prisma.document.findUnique({ where: { id } });
  if (current?.version !== version) throw new AppError("NOT_FOUND");
  const { title, content, updatedAt } = current;
  return { version, title, content, author: null, createdAt: updatedAt.toISOString() };
}
