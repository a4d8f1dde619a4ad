import { z } from "zod";
import { listQuery, nextCursorSchema, uuidCursor } from "@/lib/platform/http/lists";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { MAX_BODY_LENGTH, MAX_PICKED, MAX_TITLE_LENGTH } from "./broadcast-rules";

const atMost = (what: string, max: number) => `${what} may have at most ${max} characters`;

const fields = {
  title: z
    .string("Please enter a title")
    .trim()
    .min(1, "Please enter a title")
    .max(MAX_TITLE_LENGTH, atMost("The title", MAX_TITLE_LENGTH)),
  message: z
    .string("Please enter a message")
    .trim()
    .min(1, "Please enter a message")
    .max(MAX_BODY_LENGTH, atMost("The message", MAX_BODY_LENGTH)),
};

/** POST /api/admin/notifications */
export const createBroadcastSchema = z
  .object({
    ...fields,
    audience: z.enum(["all", "users"], "Please choose who gets it"),
    userIds: optionalOrNull(
      z
        .array(z.uuid("Not a user").toLowerCase())
        .max(MAX_PICKED, `At most ${MAX_PICKED} people can be picked`),
    ).meta({ description: "Who gets it when the audience is users" }),
  })
  .refine(({ audience, userIds }) => audience === "all" || (userIds?.length ?? 0) > 0, {
    path: ["userIds"],
    message: "Please pick at least one person",
  });
export type CreateBroadcastInput = z.output<typeof createBroadcastSchema>;

/** What staff sent to many, and how far its delivery is. */
export const broadcastSchema = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  audience: z.enum(["all", "users"]),
  status: z.enum(["queued", "sending", "sent", "failed"]),
  recipientCount: z.int().meta({
    description: "People it is for. For everyone it is an estimate until the delivery is done",
  }),
  deliveredCount: z.int(),
  readCount: z.int(),
  author: z.object({ id: z.string(), username: z.string() }),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type BroadcastDto = z.output<typeof broadcastSchema>;

/** GET /api/admin/notifications */
export const broadcastsQuery = z.object({
  ...listQuery,
  cursor: uuidCursor,
});
export type BroadcastsQuery = z.output<typeof broadcastsQuery>;
export const broadcastsAnswer = z.object({
  notifications: z.array(broadcastSchema),
  nextCursor: nextCursorSchema,
});
export type BroadcastsAnswer = z.output<typeof broadcastsAnswer>;

/** Somebody who can be picked. */
const recipientSchema = z.object({ id: z.string(), username: z.string() });
export type RecipientDto = z.output<typeof recipientSchema>;

/** GET /api/admin/notifications/{id}, and what sending answers */
export const broadcastAnswer = z.object({
  notification: broadcastSchema.extend({
    recipients: z.array(recipientSchema).meta({
      description: "The first twenty of those who were picked; empty when it is for everyone",
    }),
  }),
});
export type BroadcastDetailDto = z.output<typeof broadcastAnswer>["notification"];

/** GET /api/admin/notifications/recipients */
export const recipientsQuery = z.object({
  search: z
    .string()
    .trim()
    .max(100)
    .default("")
    .meta({ description: "The beginning of a username, or a whole e-mail address" }),
});
export const recipientsAnswer = z.object({
  users: z.array(recipientSchema),
  everyone: z
    .object({
      count: z.int(),
      exact: z.boolean().meta({ description: "False for an estimate, above 10,000" }),
    })
    .nullable()
    .meta({ description: "How many active accounts there are; only without a search" }),
});
export type RecipientsAnswer = z.output<typeof recipientsAnswer>;

/** POST /api/admin/notifications/recipients */
export const findRecipientsSchema = z.object({
  usernames: z
    .array(z.string().trim().min(1).max(100))
    .min(1, "Please enter at least one username")
    .max(MAX_PICKED, `At most ${MAX_PICKED} people can be picked`),
});
export const foundRecipientsAnswer = z.object({
  users: z.array(recipientSchema),
  unknown: z.array(z.string()).meta({ description: "Names that no active account has" }),
});
export type FoundRecipients = z.output<typeof foundRecipientsAnswer>;
