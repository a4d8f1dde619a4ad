/** Query strings of the trade lists. */
import { z } from "zod";
import { formatQuery, idSchema, listQuery, periodQuery } from "@/lib/platform/http";
import { tradeTypes } from "./rules";
import { tradeStatuses } from "./schema";

const filters = {
  type: z.enum(tradeTypes).optional(),
  /** Which way an option went, or the side of a spot trade. */
  direction: z.enum(["up", "down", "buy", "sell"]).optional(),
  status: z.enum(tradeStatuses).optional(),
  /** When it was opened. */
  ...periodQuery,
  ...formatQuery,
};

/** GET /api/trades/user */
export const userTradesQuerySchema = z.object({ ...listQuery, ...filters });
export type UserTradesQuery = z.output<typeof userTradesQuerySchema>;

/** GET /api/admin/trades */
export const adminTradesQuerySchema = z.object({
  ...listQuery,
  ...filters,
  /** A user's id, or any part of a username or email address. */
  user: z.string().trim().max(254).optional(),
  /** A user's id, as the other lists of staff name it. */
  userId: idSchema.optional(),
});
export type AdminTradesQuery = z.output<typeof adminTradesQuerySchema>;
