import type { Withdrawal } from "@/lib/generated/prisma/client";
import { sql } from "@/lib/platform/db";
import { wakeRelay } from "@/lib/platform/outbox";
import { attempt } from "./attempt";
import { freeKey, rowOfFreeKey, takeKey } from "./request-keys";
import { withdrawalKey } from "./rules";

export type AskedWithdrawal = {
  id: string;
  userId: string;
  currency: string;
  network: string;
  address: string;
  amountMicro: bigint;
  /** The fee that was reviewed; null for any. */
  feeMicro: bigint | null;
  /** What the withdrawal password was compared with. */
  checkedHash: string;
  /** The one spelling of the address; null where it is none that can be paid. */
  savedAs: string | null;
  /** The session that asks, where it is told of quietly. */
  sessionId: string | null;
};

/** Why nothing can be sent to an address, in the order of all refusals. */
export type RefusedAddress = "address" | "own_wallet";

type Row = Omit<Withdrawal, "id"> & { id: string | null; refused: RefusedAddress | null };

/**
 * The ways to ask for one withdrawal: `check` decides and does nothing, `hold` decides again, in one round trip each,
 * records it, holds its amount and tells of it.
 * @throws AppError UNAUTHORIZED, WITHDRAW_PASSWORD_INCORRECT, WITHDRAWALS_ON_HOLD, WITHDRAW_PASSWORD_CHANGE_REQUIRED,
 *   MARKET_STALE, BELOW_MINIMUM_WITHDRAWAL, EXCEEDS_DAILY_LIMIT, INSUFFICIENT_BALANCE, ADDRESS_NOT_SAVED,
 *   ADDRESS_NOT_USABLE_YET, WITHDRAWAL_TERMS_CHANGED, IDEMPOTENCY_CONFLICT; another one where it was asked for before
 */
export function askingForWithdrawal(id: string) {
  const taken = takeKey(withdrawalKey(id));
  const ask = async (asked: Omit<AskedWithdrawal, "id">, does: "check" | "tell") => {
    const { userId, currency, network, address, amountMicro, feeMicro, checkedHash, savedAs } =
      asked;
    const rows = await attempt(
      () => sql<Row[]>`
        SELECT a.o_refused AS refused, w.id, w.number, w.user_id AS "userId", w.currency, w.network, w.address,
          w.amount_micro AS "amountMicro", w.fee_micro AS "feeMicro", w.value_micro AS "valueMicro",
          w.value_tick_seq AS "valueTickSeq", w.value_bid_e8 AS "valueBidE8", w.saved_address_id AS "savedAddressId", w.waits_until AS "waitsUntil",
          w.rate_e8 AS "rateE8", w.rate_source AS "rateSource", w.rate_at AS "rateAt", w.payout_e8 AS "payoutE8", w.status,
          w.transaction_hash AS "transactionHash", w.admin_notes AS "adminNotes", w.processed_by_id AS "processedById",
          w.approved_by_id AS "approvedById", w.approved_at AS "approvedAt", w.processed_at AS "processedAt",
          w.created_at AS "createdAt"
        FROM ${freeKey(taken)}
        CROSS JOIN LATERAL withdrawal_ask(${id}, ${userId}, ${currency}, ${network}, ${address}, ${amountMicro}, ${feeMicro},
          ${checkedHash}, ${savedAs !== null}, ${savedAs}, ${asked.sessionId}, ${does}) AS a
        CROSS JOIN LATERAL (SELECT (a.o_withdrawal).*) AS w`,
    );
    return rowOfFreeKey(rows);
  };
  return {
    async check(asked: Omit<AskedWithdrawal, "id">): Promise<RefusedAddress | null> {
      return (await ask(asked, "check")).refused;
    },
    async hold(asked: Omit<AskedWithdrawal, "id">): Promise<Withdrawal | RefusedAddress> {
      const { refused, ...row } = await ask(asked, "tell");
      if (refused !== null) return refused;
      wakeRelay();
      return { ...row, id };
    },
  };
}
