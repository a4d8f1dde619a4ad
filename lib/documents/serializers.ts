import type { Document } from "@/lib/generated/prisma/client";
import type { DocumentDto } from "./schema";

/** A document row as the API shows it. */
export function serializeDocument(row: Document): DocumentDto {
  return {
    id: row.id,
    type: row.type,
    language: row.language,
    title: row.title,
    content: row.content,
    isActive: row.isActive,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  };
}
