/** What staff allow one user to trade. */

import { z } from "zod";
import { amountText } from "@/lib/platform/money/amount-form";
import { text } from "@/lib/platform/text";
import { tradeSettingsResponseSchema } from "./schema";

const amount = amountText.nullable().meta({ description: "USDT; null follows the site" });
const product = z
  .boolean()
  .nullable()
  .meta({ description: "false switches the product off for the user; null follows the site" });

const fields = {
  optionEnabled: product,
  manualEnabled: product,
  aiEnabled: product,
  minAmount: amount,
  maxAmount: amount,
  dailyTradeLimit: z
    .int(text("errors.trading.enterWholeNumber"))
    .min(0, text("errors.trading.enter0OrMore"))
    .max(100_000, text("errors.trading.enterAtMost100000"))
    .nullable()
    .meta({ description: "Trades a day; null follows the site" }),
};

/** One user's own limits. They only narrow what the site allows. */
export const tradeConfigSchema = z.object({ ...fields, updatedAt: z.iso.datetime() });
export type TradeConfigDto = z.output<typeof tradeConfigSchema>;

/** GET, POST, PUT and DELETE /api/admin/users/{id}/trade-config */
export const tradeConfigResponse = z.object({
  /** Null where everything follows the site. */
  config: tradeConfigSchema.nullable(),
  /** What the user may trade with it, as they see it. */
  settings: tradeSettingsResponseSchema.shape.settings,
});
export type TradeConfigResponse = z.output<typeof tradeConfigResponse>;

/** POST …/trade-config: what is left out follows the site. */
export const createTradeConfigSchema = z.strictObject(fields).partial();
/** PUT …/trade-config: what is left out stays. */
export const changeTradeConfigSchema = createTradeConfigSchema.extend({
  /** The `updatedAt` of what the caller saw, null for none: anything newer is a conflict. */
  seen: z.iso.datetime().nullable().optional(),
  updatedAt: tradeConfigSchema.shape.updatedAt.optional().meta({
    description: "Without effect: what GET answers can be sent back as it is",
  }),
});
export type TradeConfigInput = z.output<typeof changeTradeConfigSchema>;
/** DELETE …/trade-config */
export const removeTradeConfigSchema = z.strictObject({
  /** The `updatedAt` of what the caller saw: anything newer is a conflict. */
  seen: z.iso.datetime().optional(),
});

/** PUT /api/admin/users/{id}/reset-daily-trade-count */
export const resetTradeCountResponse = z.object({ dailyTradesUsed: z.int() });
