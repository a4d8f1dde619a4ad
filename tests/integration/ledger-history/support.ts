import { randomUUID } from "node:crypto";
import type { LedgerCurrency } from "@/lib/ledger/schema";
import { parseMicro } from "@/lib/platform/money";
import { testDatabase } from "@/tests/support/database";
import { holdFunds, postTransfers, releaseFunds, settleHold } from "@/tests/support/ledger/posting";

const micro = (amount: string) => parseMicro(amount)!;

/** Credits a user from outside, as a confirmed deposit does. */
export async function deposit(
  userId: string,
  amount: string,
  currency: LedgerCurrency = "USDT",
): Promise<void> {
  await postTransfers({
    kind: "deposit",
    key: randomUUID(),
    actorId: null,
    transfers: [
      {
        from: { house: "external", currency },
        to: { user: userId, kind: "available", currency },
        amountMicro: micro(amount),
      },
    ],
    reference: { type: "deposit", id: randomUUID() },
  });
}

/** A loss that is no payment out: fees go to the house. */
export async function charge(userId: string, amount: string): Promise<void> {
  await postTransfers({
    kind: "manual_trade",
    key: randomUUID(),
    actorId: userId,
    transfers: [
      {
        from: { user: userId, kind: "available", currency: "USDT" },
        to: { house: "fees", currency: "USDT" },
        amountMicro: micro(amount),
      },
    ],
  });
}

/** Sets money aside for a withdrawal, which may then end without or with the payment. */
export async function hold(
  userId: string,
  amount: string,
  end?: "released" | "settled",
): Promise<void> {
  const input = () => ({ key: randomUUID(), actorId: userId, userId, amountMicro, withdrawalId });
  const amountMicro = micro(amount);
  const withdrawalId = randomUUID();
  await holdFunds(input());
  if (end === "released") await releaseFunds(input());
  if (end === "settled") await settleHold({ ...input(), feeMicro: 0n });
}

const e8 = (price: number) => (BigInt(price) * 100_000_000n).toString();

/** Records an index price now. */
export async function tick(price: number): Promise<void> {
  await testDatabase().query("SELECT record_tick($1, $1, $1, '[]', 1, false)", [e8(price)]);
}

/** Records the price at which each of the last `hours` full hours opened; the coming one too, which may begin meanwhile. */
export async function hourlyCandles(hours: number, price: number): Promise<void> {
  await testDatabase().query(
    `INSERT INTO market_candle ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated)
     SELECT '1h', date_trunc('hour', now()) - make_interval(hours => n), $2::bigint, $2::bigint, $2::bigint, $2::bigint, 'test', false
     FROM generate_series(-1, $1::int - 1) AS n
     ON CONFLICT DO NOTHING`,
    [hours, e8(price)],
  );
}

/** Runs some work as if it had happened `hours` ago. */
export async function hoursAgo(hours: number, work: () => Promise<void>): Promise<void> {
  const database = testDatabase();
  await database.setClock(new Date(Date.now() - hours * 3_600_000));
  await work();
  await database.setClock(null);
}
