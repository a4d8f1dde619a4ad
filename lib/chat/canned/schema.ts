import { z } from "zod";
import { isBlank, MAX_MESSAGE_LENGTH } from "@/lib/chat/rules";
import { text } from "@/lib/platform/text";
import { MAX_REPLY_TITLE_LENGTH, unknownVariables, VARIABLE_NAMES } from "./rules";

/** A text that support keeps for repeated use. */
export const cannedReplySchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  updatedAt: z.iso.datetime(),
});
export type CannedReplyDto = z.output<typeof cannedReplySchema>;

/** GET /api/chat/admin/canned-replies */
export const cannedRepliesResponse = z.object({
  cannedReplies: z.array(cannedReplySchema).meta({ description: "In the order of their titles" }),
});
export const cannedReplyResponse = z.object({ cannedReply: cannedReplySchema });

/** POST /api/chat/admin/canned-replies */
export const createReplySchema = z.strictObject({
  title: z
    .string(text("errors.common.enterTitle"))
    .trim()
    .refine((text) => !isBlank(text), text("errors.common.enterTitle"))
    .max(
      MAX_REPLY_TITLE_LENGTH,
      text("errors.chat.theTitleAtMostCharacters", { maxReplyTitleLength: MAX_REPLY_TITLE_LENGTH }),
    ),
  text: z
    .string(text("errors.chat.enterText"))
    .trim()
    .refine((text) => !isBlank(text), text("errors.chat.enterText"))
    .max(
      MAX_MESSAGE_LENGTH,
      text("errors.chat.aMessageAtMostCharacters", { maxMessageLength: MAX_MESSAGE_LENGTH }),
    )
    .refine(
      (text) => unknownVariables(text).length === 0,
      text("errors.chat.unknownVariable", { variables: VARIABLE_NAMES }),
    ),
});
export type CannedReplyInput = z.output<typeof createReplySchema>;

/** PUT /api/chat/admin/canned-replies/{id} */
export const updateReplySchema = createReplySchema.extend({
  updatedAt: z.iso.datetime().optional().meta({
    description: "Which version was edited: 409 when somebody has changed it since",
  }),
});
export type UpdateReplyInput = z.output<typeof updateReplySchema>;
