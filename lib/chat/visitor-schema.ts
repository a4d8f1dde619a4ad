import { z } from "zod";
import { isEmailAddress } from "@/lib/accounts/schema";
import { text } from "@/lib/platform/text";
import { isBlank } from "./rules";
import { messageText } from "./schema";
import { MAX_VISITOR_NAME_LENGTH } from "./visitor-rules";

const email = text("errors.registration.enterEmailAddress");

/** POST /api/support */
export const visitorMessageSchema = z.strictObject({
  name: z
    .string(text("errors.visitor.enterName"))
    .trim()
    .refine((name) => !isBlank(name), text("errors.visitor.enterName"))
    .max(
      MAX_VISITOR_NAME_LENGTH,
      text("errors.visitor.nameTooLong", { max: MAX_VISITOR_NAME_LENGTH }),
    ),
  email: z
    .string(email)
    .trim()
    .min(1, email)
    .refine(
      (address) => address === "" || isEmailAddress(address),
      text("errors.registration.enterValidEmailAddress"),
    ),
  message: messageText,
  reference: z
    .string()
    .trim()
    .max(40)
    .optional()
    .meta({ description: "Of an earlier message from the same address: the conversation goes on" }),
  homepage: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Leave it empty: what has something in it is taken for a machine's" }),
});
export type VisitorMessage = z.output<typeof visitorMessageSchema>;
export const visitorAnswerSchema = z.object({
  reference: z.string().meta({ description: "By which the visitor goes on, with their address" }),
});
