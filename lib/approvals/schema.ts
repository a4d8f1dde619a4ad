/** Balance changes that a second administrator approves: inputs and answers. */

import { z } from "zod";
import { idSchema, listQuery, nextCursorSchema } from "@/lib/platform/http/lists";
import { typedAmountText } from "@/lib/platform/money/amount-form";
import { reasonSchema } from "@/lib/platform/reason-schema";
import { text } from "@/lib/platform/text";

const statuses = ["pending", "applied", "refused", "expired"] as const;
const person = z.object({ id: z.string(), username: z.string() });

export const approvalSchema = z.object({
  id: z.string(),
  user: person,
  currency: z.enum(["USDT", "XAUT"]),
  operation: z.enum(["add", "subtract"]),
  amount: z.string(),
  valueUsdt: z
    .string()
    .nullable()
    .meta({ description: "When it was asked for; null when no price was known" }),
  /** The user's available balance now, while the request waits. */
  available: z.string().nullable(),
  reason: z.string(),
  status: z.enum(statuses),
  requestedBy: person,
  decidedBy: person.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ApprovalDto = z.output<typeof approvalSchema>;

/** GET /api/admin/approvals */
export const approvalsQuery = z.object({
  ...listQuery,
  status: z.enum(statuses).optional(),
  userId: idSchema.optional(),
  order: z
    .enum(["newest", "oldest"])
    .default("newest")
    .meta({ description: "What has waited longest first with oldest" }),
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
