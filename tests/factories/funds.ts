import { randomUUID } from "node:crypto";
import type { AccountRef, HouseAccountKind, LedgerCurrency } from "@/lib/ledger/schema";
import { testDatabase } from "@/tests/support/database";
import { postTransfers } from "@/tests/support/ledger/posting";

/** Moves money between any two house accounts, micro-units, and records it as staff's transfer would be. */
export async function moveInHouse(
  from: HouseAccountKind,
  to: HouseAccountKind,
  currency: LedgerCurrency,
  amountMicro: bigint,
): Promise<void> {
  const id = randomUUID();
  await recordHouseTransfer(id, from, to, currency, amountMicro);
  await postTransfers({
    kind: "house_funding",
    key: `test:${id}`,
    actorId: null,
    transfers: [{ from: { house: from, currency }, to: { house: to, currency }, amountMicro }],
    reference: { type: "house_transfer", id },
  });
}

/** The record alone of a transfer that the test posts itself. */
export async function recordHouseTransfer(
  id: string,
  from: HouseAccountKind,
  to: HouseAccountKind,
  currency: LedgerCurrency,
  amountMicro: bigint,
): Promise<void> {
  await testDatabase().query(
    `INSERT INTO house_transfer (id, from_kind, to_kind, currency, amount_micro, from_before_micro, from_after_micro,
      to_before_micro, to_after_micro, reason, actor_id)
     VALUES ($1, $2, $3, $4, $5, $5, 0, 0, $5, 'A test', $1)`,
    [id, from, to, currency, amountMicro.toString()],
  );
}

/**
 * Gives an account money that came from outside, micro-units, with the records that the verify command wants: a house
 * account by a transfer, a user by a change of their balance out of the treasury, which keeps what it had.
 */
export async function fund(to: AccountRef, amountMicro: bigint): Promise<void> {
  const { currency } = to;
  if ("house" in to) return moveInHouse("external", to.house, currency, amountMicro);
  await moveInHouse("external", "treasury", currency, amountMicro);
  const id = randomUUID();
  // Nobody has to exist who proposed it.
  await testDatabase().query(
    `SET session_replication_role = replica;
     INSERT INTO balance_adjustment (id, user_id, currency, operation, amount_micro, reason, status, proposed_by_id, decided_at)
     VALUES ('${id}', '${to.user}', '${currency}', 'add', ${amountMicro}, 'A test', 'applied', '${id}', app_now())`,
  );
  await postTransfers({
    kind: "admin_adjustment",
    key: `test:${id}`,
    actorId: null,
    transfers: [{ from: { house: "treasury", currency }, to, amountMicro }],
    reference: { type: "balance_adjustment", id },
  });
}
