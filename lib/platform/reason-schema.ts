import { z } from "zod";
import { REASON_MAX, REASON_MIN } from "./reason";

const tooLong = `The reason may have at most ${REASON_MAX} characters`;
const tooShort = `The reason needs at least ${REASON_MIN} characters`;

/** Why staff did something; the audit log gets it, and so does the user whom it is about. */
export const reasonSchema = z
  .string("Please enter a reason")
  .trim()
  .min(REASON_MIN, tooShort)
  .max(REASON_MAX, tooLong);

/** The same where a caller of the API may leave it out. An empty one is none. */
export const optionalReasonSchema = z
  .string()
  .trim()
  .max(REASON_MAX, tooLong)
  .refine((text) => text === "" || text.length >= REASON_MIN, tooShort)
  .nullish()
  .transform((text) => text || undefined)
  .optional();
