import type { Tx } from "@/lib/platform/db";
import { inputHash } from "./rules";

export type ConvertInVaultInput = {
  userId: string;
  /** The client's idempotency key; scoped to the user here. */
  key: string;
  direction: "store" | "retrieve";
  /** USDT to store for, or XAUT to retrieve. */
  amountMicro: bigint;
  /** The worst price that the user accepts, × 10⁻⁸; null for any. */
  limitPriceE8: bigint | null;
};

export type ConvertedInVault = {
  conversionId: string;
  /** The user's available USDT afterwards. */
  availableMicro: bigint;
  /** Whether this key had converted before. */
  replayed: boolean;
};

/**
 * Converts USDT to stored XAUT at the ask, or stored XAUT to USDT at the bid, of the newest recorded
 * tick, rounded half to even, inside the caller's transaction. The same key and input again returns the
 * first answer.
 * @throws the database's error, which toAppError() names: BELOW_MINIMUM_STORAGE,
 *   INSUFFICIENT_USDT_BALANCE, INSUFFICIENT_XAUT_BALANCE, AMOUNT_OUT_OF_RANGE, DAILY_TRADE_LIMIT,
 *   PRICE_MOVED, MARKET_STALE, HOUSE_LIMIT, IDEMPOTENCY_CONFLICT
 */
export async function convertInVault(
  tx: Tx,
  { userId, key, direction, amountMicro, limitPriceE8 }: ConvertInVaultInput,
): Promise<ConvertedInVault> {
  const hash = inputHash({ userId, direction, amountMicro, limitE8: limitPriceE8 });
  const [converted] = await tx.$queryRaw<ConvertedInVault[]>`
    SELECT o_id AS "conversionId", o_available_micro AS "availableMicro", o_replayed AS replayed
    FROM vault_convert(${`vault:${userId}:${key}`}, ${hash}, ${userId}::uuid, ${direction},
      ${amountMicro}::bigint, ${limitPriceE8}::bigint)`;
  if (!converted) throw new Error("vault_convert answered nothing");
  return converted;
}
