import { verifyLedger } from "@/lib/ledger/verify";
import { sql } from "@/lib/platform/db";
import { testDatabase } from "@/tests/support/database";
import {
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";

const database = testDatabase();
const refusal = /permission denied|must be owner|append-only|through .* functions only/;

beforeAll(async () => {
  await fundOptionPool(units(1000));
  await recordTick(4000);
  const user = await createFundedUser(units(100));
  await openOption(optionOrder(user));
});

describe("the application's role", () => {
  it.each([
    "UPDATE ledger_account SET balance_micro = balance_micro + 1",
    "UPDATE ledger_account SET floor_micro = NULL",
    "INSERT INTO ledger_account (owner_id, kind, currency, balance_micro) SELECT id, 'available', 'USDT', 5 FROM app_user",
    "DELETE FROM ledger_account",
    "INSERT INTO ledger_transfer SELECT * FROM ledger_transfer",
    "UPDATE ledger_transfer SET amount_micro = 1",
    "DELETE FROM ledger_transfer",
    "TRUNCATE ledger_transfer",
    "UPDATE ledger_journal SET idempotency_key = 'x'",
    "DELETE FROM ledger_journal",
    "INSERT INTO ledger_journal (kind, idempotency_key, input_hash, at) VALUES ('x', 'x', sha256('x'), now())",
    "UPDATE trade SET status = 'won', payout_micro = 1",
    "UPDATE trade SET entry_price_e8 = 1",
    "UPDATE trade SET direction = 'down'",
    "DELETE FROM trade",
    "INSERT INTO trade SELECT * FROM trade",
    "UPDATE market_tick SET price_e8 = 1",
    "INSERT INTO market_tick SELECT * FROM market_tick",
    "UPDATE market_head SET price_e8 = 1",
    "UPDATE option_exposure SET up_micro = 0",
    "SELECT ledger_begin('x', 'x', sha256('x'), NULL)",
    "SELECT ledger_apply(1, 1, -1, -3, 1, NULL, NULL, true)",
    "SELECT option_close(ARRAY['(0,1)'::tid])",
    "SELECT option_other_pool(1)",
    "SELECT market_cutoff()",
    "CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'",
    "ALTER TABLE trade DISABLE TRIGGER ALL",
    "SET ROLE ledger_owner",
  ])("may not: %s", async (statement) => {
    await expect(sql.unsafe(statement)).rejects.toThrow(refusal);
  });

  it("can't slip its own objects under the functions", async () => {
    await expect(sql.unsafe("CREATE TABLE public.market_head_2 ()")).rejects.toThrow(
      "permission denied",
    );
    await sql.begin(async (tx) => {
      await tx.unsafe("CREATE TEMP TABLE market_head (id int, at timestamptz, source_count int)");
      await tx.unsafe("SET LOCAL search_path = pg_temp, public");
      await tx.unsafe("SELECT ledger_even_out_pools()");
    });
  });
});

describe("even the owner's ordinary statements", () => {
  it.each([
    "UPDATE ledger_transfer SET amount_micro = amount_micro + 1",
    "DELETE FROM ledger_transfer",
    "TRUNCATE ledger_transfer",
    "TRUNCATE ledger_transfer_default",
    "UPDATE ledger_journal SET at = now()",
    "DELETE FROM ledger_journal",
    "TRUNCATE ledger_journal",
    "DELETE FROM ledger_account",
    "UPDATE ledger_account SET shard = 1 WHERE kind = 'available'",
    "UPDATE trade SET status = 'void'",
    "UPDATE trade SET payout_rate_ppm = 0",
    "DELETE FROM trade",
  ])("are refused: %s", async (statement) => {
    await expect(database.query(statement)).rejects.toThrow(refusal);
    await expect(database.query(`SET ROLE ledger_owner; ${statement}`)).rejects.toThrow(refusal);
  });

  it("keeps an outcome that does not follow from the prices out, whoever writes it", async () => {
    await expect(
      database.query(
        `SET ROLE ledger_owner; UPDATE trade SET entry_tick_seq = 1, entry_price_e8 = 5, entry_at = opened_at + interval '1 s',
         expires_at = opened_at + interval '31 s', exit_tick_seq = 2, exit_price_e8 = 4, status = 'won', settled_at = now(),
         payout_micro = amount_micro + collateral_micro, pnl_micro = collateral_micro`,
      ),
    ).rejects.toThrow("final");
  });
});

describe("the verify command", () => {
  const corrupt = (statement: string) =>
    database.query(`SET session_replication_role = replica; ${statement}`);
  const wrong = async () =>
    (await verifyLedger()).checks
      .filter((check) => check.differences > 0)
      .map((check) => check.name);

  it.each([
    [
      "a balance",
      "UPDATE ledger_account SET balance_micro = balance_micro + $1 WHERE id = -3",
      ["heads", "zero sum"],
    ],
    [
      "an amount",
      "UPDATE ledger_transfer SET amount_micro = amount_micro + $1 WHERE debit_account_id = -3 AND credit_account_id > 0",
      ["chains", "heads", "adjustments"],
    ],
    [
      "a balance after",
      "UPDATE ledger_transfer SET credit_balance_micro = credit_balance_micro + $1 WHERE credit_account_id > 0",
      ["chains"],
    ],
    [
      "a journal",
      "UPDATE ledger_transfer SET journal_id = journal_id + $1 * 1000 WHERE credit_account_id > 0",
      ["transfers", "journals"],
    ],
    [
      "collateral",
      "UPDATE trade SET collateral_micro = collateral_micro + $1",
      ["escrow", "exposure", "terms"],
    ],
  ])("notices a changed %s", async (_, statement, names) => {
    expect(await wrong()).toEqual([]);
    await corrupt(statement.replaceAll("$1", "1"));
    expect(await wrong()).toEqual(names);
    await corrupt(statement.replaceAll("$1", "(-1)"));
    expect(await wrong()).toEqual([]);
  });
});
