import { z } from "zod";
import { text } from "@/lib/platform/text";
import { REASON_MAX, REASON_MIN } from "./reason";

const tooLong = text("errors.common.reasonTooLong", { max: REASON_MAX });
const tooShort = text("errors.common.reasonTooShort", { min: REASON_MIN });

/** Why staff did something; the audit log gets it, and so does the user whom it is about. */
export const reasonSchema = z
  .string(text("errors.common.enterReason"))
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
