import { z } from "zod";
import { formatQuery, listQuery, nextCursorSchema } from "@/lib/platform/http/lists";
import { amountText } from "@/lib/platform/money/amount-form";
import { reasonSchema } from "@/lib/platform/reason-schema";
import { text } from "@/lib/platform/text";
import { proofFields } from "@/lib/settings/schema";
import { houseKinds, movableKinds } from "./rules";

const decimal = z.string().meta({ description: "Decimal string" });
const currency = z.enum(["USDT", "XAUT"], text("errors.common.chooseCurrency"));

/** One account of the house, a pool as the sum of its shards. */
const houseAccountSchema = z.object({
  kind: z.enum(houseKinds),
  currency,
  balance: decimal,
  shards: z.int(),
  required: decimal.meta({ description: "What it must keep for what the house owes out of it" }),
});
export type HouseAccountDto = z.output<typeof houseAccountSchema>;

const limitsSchema = z.object({
  perExpirySecond: z.object({
    cap: decimal,
    busiest: z
      .array(z.object({ at: z.iso.datetime(), used: decimal }))
      .meta({ description: "The coming seconds with the most collateral" }),
  }),
  perDirection: z.object({ cap: decimal, up: decimal, down: decimal }),
});
export type HouseLimits = z.output<typeof limitsSchema>;

/** GET /api/admin/house */
export const houseResponseSchema = z.object({
  accounts: z.array(houseAccountSchema),
  usersHold: z
    .object({ USDT: decimal, XAUT: decimal })
    .meta({ description: "All users' balances together, stakes of open options left out" }),
  limits: limitsSchema,
  realMoney: z.boolean(),
});
export type HouseResponse = z.output<typeof houseResponseSchema>;

/** POST /api/admin/house/transfers */
export const houseTransferInputSchema = z.strictObject({
  from: z.enum(movableKinds, text("errors.house.chooseAccount")),
  to: z.enum(movableKinds, text("errors.house.chooseAccount")),
  currency,
  amount: amountText.refine(
    (text) => /[1-9]/.test(text),
    text("errors.common.enterAmountGreaterThanZero"),
  ),
  reason: reasonSchema,
  reference: z
    .string()
    .trim()
    .max(200, text("errors.house.theReferenceAtMost200Characters"))
    .default("")
    .meta({ description: "What proves money from or to the outside, such as a transaction hash" }),
});
export type HouseTransferBody = z.output<typeof houseTransferInputSchema>;

const houseTransferSchema = z.object({
  id: z.string(),
  from: z.enum(movableKinds),
  to: z.enum(movableKinds),
  currency,
  amount: decimal,
  fromBefore: decimal,
  fromAfter: decimal,
  toBefore: decimal,
  toAfter: decimal,
  reason: z.string(),
  reference: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type HouseTransferDto = z.output<typeof houseTransferSchema>;
export const houseTransferResponseSchema = z.object({ transfer: houseTransferSchema });

/** PUT /api/admin/house/limits */
export const houseLimitsInputSchema = z.strictObject({
  perExpirySecond: amountText,
  perDirection: amountText,
  /** The caps as their editor saw them; when they were changed since, nothing is saved. */
  expected: z
    .strictObject({ perExpirySecond: amountText, perDirection: amountText })
    .partial()
    .default({}),
  ...proofFields,
});
export type HouseLimitsBody = z.output<typeof houseLimitsInputSchema>;
export const houseLimitsResponseSchema = z.object({ limits: limitsSchema });

/** GET /api/admin/house/movements */
export const houseMovementsQuerySchema = z.object({
  ...listQuery,
  kind: z.enum(houseKinds).exclude(["escrow"]).default("treasury"),
  currency: currency.default("USDT"),
  ...formatQuery,
});
export type HouseMovementsQuery = z.output<typeof houseMovementsQuerySchema>;

const movementSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.string(),
  amount: decimal.meta({ description: "Negative when money left the account" }),
  shard: z.int(),
  balanceAfter: decimal.meta({ description: "Of the shard" }),
  other: z.object({
    kind: z.string(),
    user: z.object({ id: z.string(), username: z.string() }).nullable(),
  }),
  reason: z.string().nullable(),
  reference: z.object({ type: z.string(), id: z.string() }).nullable(),
});
export type HouseMovementDto = z.output<typeof movementSchema>;
export const houseMovementsResponseSchema = z.object({
  movements: z.array(movementSchema),
  nextCursor: nextCursorSchema,
});
export type HouseMovementsResponse = z.output<typeof houseMovementsResponseSchema>;
