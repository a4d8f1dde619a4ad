import { type Db, prisma, sql } from "@/lib/platform/db";
import { attempt } from "./attempt";
import { availableAfter } from "./first-response";
import { inputHash, tradeKey } from "./rules";
import type { FilledSpotTrade, SpotTradeInput } from "./schema";

/**
 * Fills a user's spot trade in one round trip at the newest recorded tick: a buy at the ask, a sale at the
 * bid, moved by half the spread where that is worse for the user. Fee and converted amount are rounded half
 * to even. The user's own trade-config narrows the limits given. The same key and input again returns the
 * first answer.
 * @throws AppError INSUFFICIENT_BALANCE, DAILY_TRADE_LIMIT, TRADE_AMOUNT_OUT_OF_RANGE, MARKET_STALE, PRICE_MOVED,
 *   HOUSE_LIMIT, PRODUCT_DISABLED, IDEMPOTENCY_CONFLICT, and the refusal that was given.
 */
export async function fillSpotTrade(input: SpotTradeInput): Promise<FilledSpotTrade> {
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
  const key = tradeKey(userId, input.key);
  const [row] = await attempt(
    () => sql<FilledSpotTrade[]>`
      SELECT o_trade_id AS "tradeId", o_price_e8 AS "priceE8", o_fee_micro AS "feeMicro",
        o_received_micro AS "receivedMicro", o_pnl_micro AS "pnlMicro", o_usdt_micro AS "usdtMicro",
        o_xaut_micro AS "xautMicro", o_replayed AS replayed
      FROM fill_user_spot_trade(${input.refusal}, ${key}, ${hash}, ${userId}, ${side},
        ${amountMicro}, ${limitPriceE8}, ${input.feeRatePpm}, ${input.spreadPpm}, ${input.minAmountMicro},
        ${input.maxAmountMicro}, ${input.dailyTradeLimit})`,
  );
  if (!row) throw new Error("fill_user_spot_trade answered nothing");
  if (!row.replayed) return row;
  const [usdtMicro, xautMicro] = await Promise.all([
    availableAfter(prisma, key, userId, "USDT"),
    availableAfter(prisma, key, userId, "XAUT"),
  ]);
  return { ...row, usdtMicro, xautMicro };
}

/**
 * Takes bought XAUT that an adjustment has just subtracted out of the user's position, at its average cost and
 * without a result. XAUT without a known cost counts as gone first. In the adjustment's transaction.
 */
export async function writeOffPosition(
  db: Db,
  adjustmentId: string,
  userId: string,
): Promise<void> {
  await db.$executeRaw`SELECT spot_write_off(${adjustmentId}::uuid, ${userId}::uuid)`;
}
