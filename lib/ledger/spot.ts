import { sql } from "@/lib/platform/db";
import { attempt } from "./attempt";
import { freeKey, rowOfFreeKey, takeKey } from "./request-keys";
import { inputHash, tradeKey } from "./rules";
import type { AcceptedSpotTrade, SpotTradeInput } from "./schema";

/**
 * Accepts a user's spot trade in one round trip: checks what can be checked, sets the amount aside and leaves the
 * trade pending for fillDue(). Rates and limits are those of the settings, narrowed by the user's own trade-config. The same key and input again
 * returns the first trade, whatever became of it.
 * @throws AppError INSUFFICIENT_BALANCE, DAILY_TRADE_LIMIT, TRADE_AMOUNT_OUT_OF_RANGE, TRADE_TERMS_CHANGED,
 *   MARKET_STALE, MARKET_THIN, PRODUCT_DISABLED, IDEMPOTENCY_CONFLICT.
 */
export async function acceptSpotTrade(input: SpotTradeInput): Promise<AcceptedSpotTrade> {
  const { userId, side, amountMicro, limitPriceE8 } = input;
  // The rate that the user reviewed is part of it, the setting's is not: one changed between two tries is
  // no other request.
  const hash = inputHash({
    userId,
    side,
    amountMicro,
    limitPriceE8,
    feeRatePpm: input.reviewedFeePpm,
  });
  const taken = takeKey(tradeKey(userId, input.key));
  const rows = await attempt(
    () => sql<AcceptedSpotTrade[]>`
      SELECT o_trade_id AS "tradeId", o_replayed AS replayed
      FROM ${freeKey(taken)} CROSS JOIN LATERAL accept_spot_trade(free.key, ${hash}, ${userId}, ${side}, ${amountMicro}, ${limitPriceE8},
        ${input.reviewedFeePpm ?? null})`,
  );
  return rowOfFreeKey(rows);
}
