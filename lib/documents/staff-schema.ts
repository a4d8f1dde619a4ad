import { z } from "zod";
import { idSchema, listQuery, nextCursorSchema, uuidCursor } from "@/lib/platform/http/lists";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { isTooComplex } from "./complexity";
import { documentSchema, languageSchema } from "./schema";
import { documentTypes, TITLE_MAX } from "./types";

const CONTENT_MAX = 100_000;
/** Room for that in any script, as JSON. */
export const DOCUMENT_JSON_BYTES = 512 * 1024;

const title = z
  .string()
  .trim()
  .min(1, text("errors.documents.enterTitle"))
  .max(TITLE_MAX, text("errors.documents.enterAtMostCharacters", { titleMax: TITLE_MAX }));
const markdown = z
  .string()
  .max(CONTENT_MAX, text("errors.documents.enterAtMostCharacters2", { contentMax: CONTENT_MAX }))
  .refine((text) => !isTooComplex(text), text("errors.documents.aParagraphTooManyFormattingMarks"));
const content = markdown.refine((text) => text.trim() !== "", text("errors.documents.enterText"));

/** GET /api/admin/documents */
export const adminDocumentsQuery = z.object({
  ...listQuery,
  cursor: uuidCursor,
  type: z.enum(documentTypes).optional(),
  language: languageSchema.optional(),
});
export type AdminDocumentsQuery = z.output<typeof adminDocumentsQuery>;

/** A document as staff see it. */
export const adminDocumentSchema = documentSchema.extend({
  /** Who wrote the text that it has now; null when it came with the site. */
  author: z.string().nullable(),
});
export type AdminDocumentDto = z.output<typeof adminDocumentSchema>;

export const adminDocumentsResponse = z.object({
  documents: z.array(adminDocumentSchema),
  nextCursor: nextCursorSchema,
});
export const adminDocumentResponse = z.object({ document: adminDocumentSchema });

const removedLines = z.array(z.string()).meta({
  description: "Lines that are left out or changed, because they could run something",
});

/** A document that was saved. */
export const savedDocumentResponse = adminDocumentResponse.extend({ removed: removedLines });

/** POST /api/admin/documents */
export const createDocumentSchema = z.strictObject({
  type: z.enum(documentTypes),
  language: languageSchema,
  title,
  content,
  isActive: optionalOrNull(z.boolean()).transform((isActive) => isActive ?? true),
});
export type CreateDocumentInput = z.output<typeof createDocumentSchema>;

/** PUT /api/admin/documents/{id}. `version` is the one that was edited: with another one nothing is stored. */
export const updateDocumentSchema = z
  .strictObject({
    title: title.optional(),
    content: content.optional(),
    isActive: z.boolean().optional(),
    version: z.int().min(1).optional(),
  })
  .refine(
    ({ title, content, isActive }) => (title ?? content ?? isActive) !== undefined,
    text("errors.common.thereNothingChange"),
  );
export type UpdateDocumentInput = z.output<typeof updateDocumentSchema>;

/** PATCH /api/admin/documents/{id}/toggle-status; without a value it turns the switch. */
export const toggleDocumentSchema = z.strictObject({ isActive: z.boolean().optional() });

/** POST /api/admin/documents/preview */
export const previewSchema = z.strictObject({ content: markdown });
export const previewResponse = z.object({
  html: z.string().meta({ description: "As the public page shows it" }),
  removed: removedLines,
});

/** A larger one doesn't fit the database's integers. */
const versionNumber = z.coerce.number().int().min(1).max(2_000_000_000);
/** GET /api/admin/documents/{id}/versions */
export const versionsQuery = z.object({
  ...listQuery,
  cursor: versionNumber.optional(),
});
const versionSchema = z.object({
  version: z.int(),
  title: z.string(),
  author: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type DocumentVersionDto = z.output<typeof versionSchema>;
export const versionsResponse = z.object({
  versions: z.array(versionSchema),
  nextCursor: nextCursorSchema,
});

/** GET /api/admin/documents/{id}/versions/{version} */
export const versionParams = z.object({
  id: idSchema,
  version: versionNumber,
});
export const versionResponse = z.object({ version: versionSchema.extend({ content: z.string() }) });
export type DocumentTextDto = z.output<typeof versionResponse>["version"];
