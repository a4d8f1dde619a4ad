import { z } from "zod";
import { text } from "@/lib/platform/text";
import { documentTypes } from "./types";

/** Language of a text: "en", "pt-BR". */
export const languageSchema = z
  .string()
  .regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/, text("errors.documents.enterLanguageSuchAsEnOr"));

/** A document as the API shows it; `content` is Markdown. */
export const documentSchema = z.object({
  id: z.string(),
  type: z.enum(documentTypes),
  language: z.string(),
  title: z.string(),
  content: z.string(),
  isActive: z.boolean(),
  version: z.number().int(),
  updatedAt: z.string(),
});
export type DocumentDto = z.output<typeof documentSchema>;

/** GET /api/documents/language/{lang}?type= */
export const documentParams = z.object({
  lang: z
    .string()
    .transform((text) => text.replace(/^[A-Z]{2}(?=-|$)/i, (language) => language.toLowerCase()))
    .pipe(languageSchema),
});
export const documentQuery = z.object({ type: z.enum(documentTypes).optional() });
export const documentListSchema = z.object({ documents: z.array(documentSchema) });
/** GET /api/documents/languages */
export const languageListSchema = z.object({ languages: z.array(z.string()) });
