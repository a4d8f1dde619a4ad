import { z } from "zod";
import { newPasswordSchema, userSchema } from "@/lib/accounts/schema";
import {
  formatQuery,
  idParams,
  idSchema,
  listQuery,
  nextCursorSchema,
  uuidCursor,
} from "@/lib/platform/http/lists";
import { optionalReasonSchema, reasonSchema } from "@/lib/platform/reason-schema";
import { text } from "@/lib/platform/text";
import { oneTimeWithdrawPasswordUntil } from "@/lib/security/one-time-schema";
import { callerProof } from "@/lib/security/schema";

const amount = z.string();
/** Orders of the users' list; there is an index for each. */
export const userSorts = ["newest", "name", "last-sign-in"] as const;

/** GET /api/admin/users */
export const adminUsersQuery = z.object({
  ...listQuery,
  search: z.string().trim().max(200).optional().meta({
    description:
      "Part of a username, email address, phone number, referral code or country, or an id",
  }),
  status: z.enum(["active", "inactive", "frozen"]).optional(),
  verified: z.enum(["yes", "no"]).optional().meta({ description: "Email address confirmed" }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, text("errors.accounts.enterCountryCodeSuchAsKe"))
    .optional()
    .meta({ description: "ISO 3166-1 alpha-2" }),
  staff: z.enum(["yes", "no"]).optional(),
  sort: z.enum(userSorts).default("newest"),
  ...formatQuery,
});
export type AdminUsersQuery = z.output<typeof adminUsersQuery>;

/** A user as staff see them in lists. */
export const adminUserSchema = z.object({
  ...userSchema.shape,
  availableUsdt: amount,
  lastSignInAt: z.string().nullable(),
  frozenAt: z.string().nullable().meta({ description: "Frozen by its owner since" }),
});
export type AdminUserDto = z.output<typeof adminUserSchema>;
export const adminUsersResponse = z.object({
  users: z.array(adminUserSchema),
  nextCursor: nextCursorSchema,
});

/** GET /api/admin/users/{id} */
export const adminUserDetailSchema = adminUserSchema.extend({
  passkeys: z.int(),
  deviceApproval: z.boolean(),
  withdrawalsHeldUntil: z.string().nullable(),
  oneTimeWithdrawPasswordUntil,
  balances: z.object({
    USDT: z.object({
      available: amount,
      held: amount,
      escrow: amount,
      savings: amount,
      ai: amount,
    }),
    XAUT: z.object({
      available: amount,
      held: amount,
      stored: amount,
      savings: amount,
      ai: amount,
    }),
  }),
  counts: z.object({
    trades: z.number(),
    openTrades: z.number(),
    deposits: z.number(),
    pendingDeposits: z.number(),
    withdrawals: z.number(),
    pendingWithdrawals: z.number(),
    sessions: z.number(),
  }),
});
export type AdminUserDetailDto = z.output<typeof adminUserDetailSchema>;
export const adminUserResponse = z.object({ user: adminUserDetailSchema });

/** PUT /api/admin/users/{id}/toggle-status */
export const toggleStatusSchema = z.strictObject({
  isActive: z.boolean(),
  reason: optionalReasonSchema,
});
export type ToggleStatusInput = z.output<typeof toggleStatusSchema>;

/** POST /api/admin/users/create: the fields and checks of a registration. */
export const createUserResponse = z.object({ user: adminUserDetailSchema });

/** PUT /api/admin/users/{id}/reset-password */
export const resetPasswordByStaffSchema = z.strictObject({
  newPassword: newPasswordSchema,
  reason: optionalReasonSchema,
});
/** PUT /api/admin/users/{id}/reset-withdraw-password */
export const resetWithdrawPasswordSchema = z.strictObject({
  newWithdrawPassword: newPasswordSchema,
  reason: optionalReasonSchema,
});

/** DELETE /api/admin/users/{id}/two-factor */
export const removeTwoFactorSchema = z.strictObject({
  ...callerProof,
  reason: reasonSchema,
});
export type RemoveTwoFactorInput = z.output<typeof removeTwoFactorSchema>;

/** POST /api/admin/users/{id}/unfreeze */
export const unfreezeByStaffSchema = z.strictObject({ reason: reasonSchema });

/** DELETE /api/admin/users/{id}/sessions and …/{sessionId} */
export const sessionParams = idParams.extend({ sessionId: idSchema });

/** GET and POST /api/admin/users/{id}/notes */
export const notesQuery = z.object({ ...listQuery, cursor: uuidCursor });
export const noteSchema = z.object({
  id: z.string(),
  author: z.object({ id: z.string(), username: z.string() }),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type NoteDto = z.output<typeof noteSchema>;
export const notesResponse = z.object({ notes: z.array(noteSchema), nextCursor: nextCursorSchema });
export type NoteList = z.output<typeof notesResponse>;
export const addNoteSchema = z.strictObject({
  text: z
    .string(text("errors.accounts.writeNote"))
    .trim()
    .min(1, text("errors.accounts.writeNote"))
    .max(2000, text("errors.accounts.theNoteAtMost2000Characters")),
});
export const noteResponse = z.object({ note: noteSchema });

/** What keeps an account from being deleted. */
export const deletionBlockers = [
  "balance",
  "debts",
  "openTrades",
  "runs",
  "savings",
  "deposits",
  "withdrawals",
  "adjustments",
  "commissions",
  "exclusion",
] as const;
export type DeletionBlocker = (typeof deletionBlockers)[number];

/** GET /api/admin/users/{id}/permanent-delete */
export const deletionResponse = z.object({ blockers: z.array(z.enum(deletionBlockers)) });
/** DELETE /api/admin/users/{id}/permanent-delete */
export const permanentDeleteSchema = z.strictObject({
  username: z.string().max(100).optional().meta({ description: "Refused unless it is theirs" }),
  reason: optionalReasonSchema,
});
export type PermanentDeleteInput = z.output<typeof permanentDeleteSchema>;

/** GET /api/admin/queue */
export const queueResponse = z.object({
  queue: z.object({ deposits: z.number(), withdrawals: z.number(), approvals: z.number() }),
});
export type QueueCounts = z.output<typeof queueResponse>["queue"];
