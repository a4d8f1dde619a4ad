import { sql } from "@/lib/platform/db";
import { attempt } from "./attempt";
import { freeKey, rowOfFreeKey, takeKey } from "./request-keys";
import { inputHash, vaultKey } from "./rules";
import type { LedgerCurrency } from "./schema";

export type ConversionInput = {
  userId: string;
  /** The client's idempotency key; scoped to the user here. */
  key: string;
  direction: "store" | "retrieve";
  /** What the XAUT comes from or goes to: USDT, or XAUT that is available. */
  currency: LedgerCurrency;
  /** What is given: of `currency` for storing, XAUT for retrieving. */
  amountMicro: bigint;
  /** The worst price that the user accepts, × 10⁻⁸; null for any. */
  limitPriceE8: bigint | null;
  /** The fee's rate that the user reviewed, in parts per million; null for any. */
  reviewedFeePpm: number | null;
};

/**
 * Accepts a conversion in one round trip. Between USDT and XAUT it is left pending for fillDue(), what is given set
 * aside; XAUT alone moves at once. The same key and input again returns the first one, whatever became of it.
 * @throws AppError BELOW_MINIMUM_STORAGE, INSUFFICIENT_USDT_BALANCE, INSUFFICIENT_XAUT_BALANCE, AMOUNT_OUT_OF_RANGE,
 *   DAILY_TRADE_LIMIT, TRADE_TERMS_CHANGED, MARKET_STALE, IDEMPOTENCY_CONFLICT
 */
export async function acceptConversion(
  input: ConversionInput,
): Promise<{ id: string; replayed: boolean }> {
  const { userId, direction, currency, amountMicro, limitPriceE8, reviewedFeePpm } = input;
  const hash = inputHash({
    userId,
    direction,
    currency,
    amountMicro,
    limitE8: limitPriceE8,
    reviewedFeePpm,
  });
  const taken = takeKey(vaultKey(userId, input.key));
  const rows = await attempt(
    () => sql<{ id: string; replayed: boolean }[]>`
      SELECT o_id AS id, o_replayed AS replayed
      FROM ${freeKey(taken)} CROSS JOIN LATERAL accept_conversion(free.key, ${hash}, ${userId}, ${direction}, ${currency}, ${amountMicro},
        ${limitPriceE8}, ${reviewedFeePpm})`,
  );
  return rowOfFreeKey(rows);
}
