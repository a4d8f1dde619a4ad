import { z } from "zod";
import { MAX_REPLY_TITLE_LENGTH } from "./canned-rules";
import { isBlank, MAX_MESSAGE_LENGTH } from "./rules";

/** A text that support keeps for repeated use. */
export const cannedReplySchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  updatedAt: z.iso.datetime(),
});
export type CannedReplyDto = z.output<typeof cannedReplySchema>;

/** GET /api/chat/admin/canned-replies */
export const cannedRepliesAnswer = z.object({
  cannedReplies: z.array(cannedReplySchema).meta({ description: "In the order of their titles" }),
});
export const cannedReplyAnswer = z.object({ cannedReply: cannedReplySchema });

/** POST /api/chat/admin/canned-replies */
export const createReplySchema = z.object({
  title: z
    .string("Please enter a title")
    .trim()
    .refine((text) => !isBlank(text), "Please enter a title")
    .max(MAX_REPLY_TITLE_LENGTH, `The title may have at most ${MAX_REPLY_TITLE_LENGTH} characters`),
  text: z
    .string("Please enter a text")
    .trim()
    .refine((text) => !isBlank(text), "Please enter a text")
    .max(MAX_MESSAGE_LENGTH, `A message may have at most ${MAX_MESSAGE_LENGTH} characters`),
});
export type CannedReplyInput = z.output<typeof createReplySchema>;

/** PUT /api/chat/admin/canned-replies/{id} */
export const updateReplySchema = createReplySchema.extend({
  updatedAt: z.iso.datetime().optional().meta({
    description: "Which version was edited: 409 when somebody has changed it since",
  }),
});
export type UpdateReplyInput = z.output<typeof updateReplySchema>;
