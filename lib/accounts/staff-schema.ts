import { z } from "zod";
import { listQuery, nextCursorSchema } from "@/lib/platform/http/lists";

const amount = z.string();

/** GET /api/admin/users */
export const adminUsersQuery = z.object({
  ...listQuery,
  search: z.string().trim().max(200).optional(),
  status: z.enum(["active", "inactive"]).optional(),
  format: z.enum(["json", "csv"]).default("json"),
});
export type AdminUsersQuery = z.output<typeof adminUsersQuery>;

/** A user as staff see them in lists. */
export const adminUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  country: z.string(),
  phoneNumber: z.string(),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  availableUsdt: amount,
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
});
export type AdminUserDto = z.output<typeof adminUserSchema>;
export const adminUsersAnswer = z.object({
  users: z.array(adminUserSchema),
  nextCursor: nextCursorSchema,
});

/** GET /api/admin/users/{id} */
export const adminUserDetailSchema = adminUserSchema.extend({
  countryCode: z.string(),
  gender: z.string(),
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  hasWithdrawPassword: z.boolean(),
  withdrawalsHeldUntil: z.string().nullable(),
  referralCode: z.string(),
  balances: z.object({
    USDT: z.object({
      available: amount,
      held: amount,
      escrow: amount,
      savings: amount,
      ai: amount,
    }),
    XAUT: z.object({ available: amount, stored: amount, savings: amount, ai: amount }),
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
export const adminUserAnswer = z.object({ user: adminUserDetailSchema });

/** PUT /api/admin/users/{id}/toggle-status */
export const toggleStatusSchema = z.object({ isActive: z.boolean() });

/** PUT /api/admin/users/{id}/manage-balance */
export const manageBalanceSchema = z.object({
  amount: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,6})?$/, "Enter a positive amount with at most 6 decimals"),
  operation: z.enum(["add", "subtract"]),
  currency: z.enum(["USDT", "XAUT"]).default("USDT"),
  reason: z
    .string()
    .trim()
    .min(5, "The reason needs at least 5 characters")
    .max(500, "The reason may have at most 500 characters"),
});
export type ManageBalanceInput = z.output<typeof manageBalanceSchema>;
export const manageBalanceAnswer = z.object({
  currency: z.enum(["USDT", "XAUT"]),
  before: amount,
  after: amount,
});

/** GET /api/admin/queue */
export const queueAnswer = z.object({
  queue: z.object({ deposits: z.number(), withdrawals: z.number(), approvals: z.number() }),
});
export type QueueCounts = z.output<typeof queueAnswer>["queue"];

/** GET /api/admin/overview */
export const overviewAnswer = z.object({
  pendingDeposits: z.object({ count: z.number(), oldestAt: z.string().nullable() }),
  pendingWithdrawals: z.object({
    count: z.number(),
    oldestAt: z.string().nullable(),
    amountUsdt: amount,
  }),
  users: z.object({ total: z.number(), active: z.number(), newToday: z.number() }),
  openChats: z.object({ count: z.number(), unreadMessages: z.number() }),
  openOptions: z.object({ count: z.number(), stakeUsdt: amount, collateralUsdt: amount }),
  house: z.array(z.object({ kind: z.string(), currency: z.string(), balance: amount })),
  /** Settled and filled trade volume by UTC day, oldest first, 30 days. */
  volume: z.array(z.object({ day: z.string(), volumeUsdt: amount, trades: z.number() })),
});
export type OverviewDto = z.output<typeof overviewAnswer>;
