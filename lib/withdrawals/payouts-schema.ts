import { z } from "zod";
import { cursorOfForm, formatQuery, listQuery, nextCursorSchema } from "@/lib/platform/http/lists";

/** GET /api/admin/withdrawals/payouts */
export const payoutQuery = z.object({
  ...listQuery,
  cursor: cursorOfForm(/^\d{1,18}$/),
  ...formatQuery,
});
export type PayoutQuery = z.output<typeof payoutQuery>;

const payout = z.object({
  id: z.string(),
  number: z.string(),
  currency: z.string(),
  network: z.string(),
  address: z.string(),
  amount: z.string().meta({ description: "What to send, in the coin" }),
  createdAt: z.iso.datetime(),
  approvedAt: z.iso.datetime().nullable(),
  approvedBy: z.string().nullable(),
});
export type PayoutDto = z.output<typeof payout>;

export const payoutList = z.object({ payouts: z.array(payout), nextCursor: nextCursorSchema });
export type PayoutList = z.output<typeof payoutList>;
