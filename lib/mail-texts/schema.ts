import { z } from "zod";
import { text } from "@/lib/platform/text";
import { BODY_MAX, mailKinds, SUBJECT_MAX } from "@/lib/platform/text/mail-words";

const subject = z
  .string()
  .trim()
  .min(1, text("errors.documents.enterText"))
  .max(SUBJECT_MAX, text("errors.documents.enterAtMostCharacters2", { contentMax: SUBJECT_MAX }))
  .regex(/^[^\r\n]*$/, text("errors.documents.oneLine"));
const body = z
  .string()
  .trim()
  .min(1, text("errors.documents.enterText"))
  .max(BODY_MAX, text("errors.documents.enterAtMostCharacters2", { contentMax: BODY_MAX }));

/** What staff write. */
export const mailWordsSchema = z.strictObject({ subject, body });

const words = z.object({ subject: z.string(), body: z.string() });

/** A kind of mail in one language. */
export const mailTextSchema = z.object({
  kind: z.enum(mailKinds),
  language: z.string(),
  ...words.shape,
  given: words.meta({ description: "As the site has it, and as it is after a restore" }),
  changedAt: z.iso.datetime().nullable().meta({ description: "Null while nobody changed it" }),
});
export type MailTextDto = z.output<typeof mailTextSchema>;

/** GET, PUT /api/admin/mail-texts */
export const mailTextsResponse = z.object({ mailTexts: z.array(mailTextSchema) });

const which = {
  kind: z.enum(mailKinds),
  language: z.string().max(20).meta({ description: "One that the site offers" }),
};

/** PUT /api/admin/mail-texts */
export const changeMailTextSchema = z.strictObject({
  ...which,
  words: mailWordsSchema.nullable().meta({ description: "Null for those that the site has" }),
  changedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: "Of what was edited: after another change nothing is stored" }),
});
export type ChangeMailTextInput = z.output<typeof changeMailTextSchema>;

/** POST /api/admin/mail-texts/preview */
export const mailPreviewSchema = z.strictObject({ ...which, words: mailWordsSchema });
export type MailPreviewInput = z.output<typeof mailPreviewSchema>;
export const mailPreviewResponse = z.object({
  subject: z.string(),
  text: z.string().meta({ description: "As programs show it that know no HTML" }),
  html: z.string().meta({ description: "A whole document, light and dark" }),
});
export type MailPreviewDto = z.output<typeof mailPreviewResponse>;
