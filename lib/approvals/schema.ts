/** What a second member of staff approves: inputs and answers. */

import { z } from "zod";
import { idSchema, listQuery, nextCursorSchema } from "@/lib/platform/http/lists";
import { typedAmountText } from "@/lib/platform/money/amount-form";
import { reasonSchema } from "@/lib/platform/reason-schema";
import { text } from "@/lib/platform/text";

const statuses = ["pending", "approved", "refused", "expired"] as const;
/** Every event that can take two. A database check holds the same list. */
export const approvalKinds = [
  "balance.add",
  "balance.subtract",
  "deposit.confirm",
  "deposit.reverse",
  "withdrawal.approve",
  "withdrawal.complete",
  "house.transfer",
  "saving.change",
  "wallet.change",
  "user.unfreeze",
] as const;
const person = z.object({ id: z.string(), username: z.string() });

/** How a request is recognised; what does not apply is absent. */
const aboutSchema = z
  .object({
    change: z.enum(["create", "update", "toggle"]),
    number: z.string(),
    amount: z.string().meta({ description: "Of the currency, as a decimal" }),
    currency: z.string(),
    coin: z.string(),
    network: z.string(),
    address: z.string(),
    transactionHash: z.string(),
    from: z.string(),
    to: z.string(),
    name: z.string(),
    dailyRate: z.string(),
    yearlyRate: z.string(),
    capacity: z.string(),
    repeatsTransaction: z.boolean(),
  })
  .partial();
export type ApprovalAbout = z.output<typeof aboutSchema>;

export const approvalSchema = z
  .object({
    id: z.string(),
    kind: z.enum(approvalKinds),
    subject: z.string().meta({ description: "The row it is about, or the key of the event" }),
    user: person.nullable(),
    about: aboutSchema,
    valueUsdt: z
      .string()
      .nullable()
      .meta({ description: "When it was asked for; null when it was not known, or is none" }),
    /** The user's available balance now, while a change of it waits. */
    available: z.string().nullable(),
    reason: z.string().nullable(),
    status: z.enum(statuses),
    requestedBy: person,
    decidedBy: person.nullable(),
    decidedAt: z.iso.datetime().nullable(),
    note: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ description: "What waits, or waited, for a second person" });
export type ApprovalDto = z.output<typeof approvalSchema>;

/** GET /api/admin/approvals */
export const approvalsQuery = z.object({
  ...listQuery,
  status: z.enum(statuses).optional(),
  userId: idSchema.optional(),
  order: z
    .enum(["newest", "oldest"])
    .optional()
    .meta({ description: "By default oldest for what waits, newest for all else" }),
});
export type ApprovalsQuery = z.output<typeof approvalsQuery>;
export const approvalsResponse = z.object({
  approvals: z.array(approvalSchema),
  nextCursor: nextCursorSchema,
});
export type ApprovalList = z.output<typeof approvalsResponse>;

/** PUT /api/admin/approvals/{id}/process */
export const decideApprovalSchema = z
  .strictObject({
    action: z.enum(["approve", "reject"]),
    note: z.string().trim().max(500, text("errors.accounts.theNoteAtMost500Characters")).optional(),
  })
  .refine(({ action, note }) => action === "approve" || (note?.length ?? 0) >= 5, {
    path: ["note"],
    message: text("errors.accounts.sayWhyInAtLeast5"),
  });
export type DecideApprovalInput = z.output<typeof decideApprovalSchema>;
export const approvalResponse = z.object({ approval: approvalSchema });

/** GET /api/admin/approvals/rule */
export const aloneQuery = z.object({ userId: idSchema.optional() });
export const aloneResponse = z
  .object({
    threshold: z.string().meta({ description: "USDT in 24 hours; zero: the rule is off" }),
    left: z.string().meta({ description: "What the caller can still move alone" }),
    hasCredited: z
      .boolean()
      .meta({ description: "The caller credited the user in the last 7 days" }),
    planYearlyRateCeiling: z.string(),
  })
  .meta({ description: "How much the caller can still move alone" });
export type AloneRule = z.output<typeof aloneResponse>;

/** PUT /api/admin/users/{id}/manage-balance */
export const manageBalanceSchema = z.strictObject({
  amount: typedAmountText(
    /^\d{1,12}(\.\d{1,6})?$/,
    text("errors.approvals.enterPositiveAmountWithAtMost"),
  ).refine((text) => /[1-9]/.test(text), text("errors.approvals.enterAmountGreaterThanZero")),
  operation: z.enum(["add", "subtract"]),
  currency: z
    .enum(["USDT", "XAUT"])
    .nullish()
    .transform((currency) => currency ?? "USDT"),
  reason: reasonSchema,
});
export type ManageBalanceInput = z.output<typeof manageBalanceSchema>;
export const manageBalanceResponse = z.object({
  currency: z.enum(["USDT", "XAUT"]),
  before: z.string(),
  after: z.string(),
});
