/** Inputs and answers of the phrase that somebody recognises the site's mails by. */

import { z } from "zod";
import { text } from "@/lib/platform/text";
import { callerProof } from "./schema";

const PHRASE_MIN = 3;
const PHRASE_MAX = 60;

/** One line of letters, digits, signs and spaces: nothing that a mail program takes for markup, or does not show. */
const PLAIN = /^[^\p{C}\p{Zl}\p{Zp}<>]*$/u;

const length = text("errors.accounts.phraseLength", { min: PHRASE_MIN, max: PHRASE_MAX });
const phrase = z
  .string(text("errors.accounts.enterPhrase"))
  .trim()
  .max(PHRASE_MAX, length)
  .refine((typed) => typed === "" || typed.length >= PHRASE_MIN, length)
  .refine((typed) => PLAIN.test(typed), text("errors.accounts.phrasePlain"))
  .meta({ description: "Plain text; an empty one removes it" });

/** PUT /api/user/phrase */
export const setPhraseSchema = z.strictObject({
  phrase,
  password: callerProof.password
    .optional()
    .meta({ description: "Needed when the login is more than 15 minutes ago" }),
  totp: callerProof.totp,
});
export type SetPhraseInput = z.output<typeof setPhraseSchema>;
/** The same where one is chosen: an empty field is a mistake there. */
export const choosePhraseSchema = setPhraseSchema.extend({
  phrase: phrase.min(PHRASE_MIN, length),
});
export const phraseResponse = z.object({ phrase: z.string().nullable() });
