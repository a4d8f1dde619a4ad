import { z } from "zod";
import { listQuery, nextCursorSchema, uuidCursor } from "@/lib/platform/http/lists";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { MAX_BODY_LENGTH, MAX_PICKED, MAX_TITLE_LENGTH } from "./broadcast-rules";

const fields = {
  title: z
    .string(text("errors.common.enterTitle"))
    .trim()
    .min(1, text("errors.common.enterTitle"))
    .max(MAX_TITLE_LENGTH, text("errors.notifications.titleTooLong", { max: MAX_TITLE_LENGTH })),
  message: z
    .string(text("errors.common.enterMessage"))
    .trim()
    .min(1, text("errors.common.enterMessage"))
    .max(MAX_BODY_LENGTH, text("errors.notifications.messageTooLong", { max: MAX_BODY_LENGTH })),
};

/** POST /api/admin/notifications */
export const createBroadcastSchema = z
  .strictObject({
    ...fields,
    audience: z.enum(["all", "users"], text("errors.notifications.chooseWhoGetsIt")),
    userIds: optionalOrNull(
      z
        .array(z.uuid(text("errors.notifications.notUser")).toLowerCase())
        .max(
          MAX_PICKED,
          text("errors.notifications.atMostPeopleCanBePicked", { maxPicked: MAX_PICKED }),
        ),
    ).meta({ description: "Who gets it when the audience is users" }),
  })
  .refine(({ audience, userIds }) => audience === "all" || (userIds?.length ?? 0) > 0, {
    path: ["userIds"],
    message: text("errors.notifications.pickAtLeastOnePerson"),
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
export const broadcastsResponse = z.object({
  notifications: z.array(broadcastSchema),
  nextCursor: nextCursorSchema,
});
export type BroadcastsResponse = z.output<typeof broadcastsResponse>;

/** Somebody who can be picked. */
const recipientSchema = z.object({ id: z.string(), username: z.string() });
export type RecipientDto = z.output<typeof recipientSchema>;

/** GET /api/admin/notifications/{id}, and what sending answers */
export const broadcastResponse = z.object({
  notification: broadcastSchema.extend({
    recipients: z.array(recipientSchema).meta({
      description: "The first twenty of those who were picked; empty when it is for everyone",
    }),
  }),
});
export type BroadcastDetailDto = z.output<typeof broadcastResponse>["notification"];

/** GET /api/admin/notifications/recipients */
export const recipientsQuery = z.object({
  search: z
    .string()
    .trim()
    .max(100)
    .default("")
    .meta({ description: "The beginning of a username, or a whole email address" }),
});
export const recipientsResponse = z.object({
  users: z.array(recipientSchema),
  everyone: z
    .object({
      count: z.int(),
      exact: z.boolean().meta({ description: "False for an estimate, above 10,000" }),
    })
    .nullable()
    .meta({ description: "How many active accounts there are; only without a search" }),
});
export type RecipientsResponse = z.output<typeof recipientsResponse>;

/** POST /api/admin/notifications/recipients */
export const findRecipientsSchema = z.strictObject({
  usernames: z
    .array(z.string().trim().min(1).max(100))
    .min(1, text("errors.notifications.enterAtLeastOneUsername"))
    .max(
      MAX_PICKED,
      text("errors.notifications.atMostPeopleCanBePicked", { maxPicked: MAX_PICKED }),
    ),
});
export const foundRecipientsResponse = z.object({
  users: z.array(recipientSchema),
  unknown: z.array(z.string()).meta({ description: "Names that no active account has" }),
});
export type FoundRecipients = z.output<typeof foundRecipientsResponse>;
