import { Client } from "pg";
import { fund } from "@/tests/factories/funds";
import { createTestAdmin, createTestUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";
import {
  acceptOptionRisks,
  fundOptionPool,
  recordTick,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";

const database = testDatabase();
let thief: Client;
let names: Record<string, string>;

beforeAll(async () => {
  await fundOptionPool(units(1000));
  await recordTick(4000);
  const [admin, user, other] = [
    await createTestAdmin(),
    await createTestUser(),
    await createTestUser(),
  ];
  await acceptOptionRisks(user.id);
  await fund({ user: user.id, kind: "available", currency: "USDT" }, units(100));
  await fund({ user: other.id, kind: "available", currency: "USDT" }, units(100));
  const wallet = await createWalletRow("BTC", "BTC");
  const [account] = await database.query<{ id: string }>(
    "SELECT id FROM ledger_account WHERE owner_id = $1 AND kind = 'available' AND currency = 'USDT'",
    [user.id],
  );
  await database.query(
    `INSERT INTO withdrawal (user_id, currency, network, address, amount_micro) VALUES ('${other.id}', 'USDT', 'TRC20', 'T', 1);
     SET session_replication_role = replica;
     INSERT INTO deposit (user_id, wallet_id, currency, network, address, amount_e8, proof_file_id, status, rate_e8, credited_micro, processed_by_id, processed_at)
     VALUES ('${other.id}', '${wallet.id}', 'BTC', 'BTC', 'b', 1, uuid_v7(), 'completed', 1, 1, '${admin.id}', now())`,
  );
  names = { USER: user.id, OTHER: other.id, ADMIN: admin.id, ACCOUNT: account!.id };
  thief = new Client({ connectionString: database.appUrl, options: "-c role=app_runtime" });
  await thief.connect();
});
afterAll(() => thief.end());

it.each([
  "SELECT ledger_post_one('deposit', 'x', sha256('x'), NULL, -1, ACCOUNT, 1000000000, NULL, NULL)",
  "SELECT ledger_post('deposit', 'x', sha256('x'), NULL, ARRAY[-3]::bigint[], ARRAY[ACCOUNT]::bigint[], ARRAY[1000]::bigint[], NULL, NULL)",
  "SELECT ledger_hold('x', sha256('x'), NULL, 'OTHER', 1, uuid_v7())",
  "SELECT ledger_settle_hold('x', sha256('x'), NULL, 'OTHER', 1, 0, uuid_v7())",
  "SELECT open_option('x', sha256('x'), 'USER', 'up', 1000000, 5, 5000000, 1, 1000000000, NULL, 1, NULL, NULL)",
  "SELECT open_user_option(NULL, 1, 'x', sha256('x'), 'USER', 'up', 1000000, 5, 5000000, 1, 1000000000, NULL, 1, NULL, NULL)",
  "SELECT record_tick(410000000000, 410000000000, 410000000000, '[]', 3, false, clock_timestamp(), false)",
  "SELECT market_contest()",
  "UPDATE withdrawal SET address = 'mine'",
  "UPDATE withdrawal SET amount_micro = 5",
  "UPDATE withdrawal SET user_id = 'USER'",
  "UPDATE withdrawal SET status = 'completed', transaction_hash = 'x', processed_by_id = 'ADMIN'",
  "INSERT INTO withdrawal (user_id, currency, network, address, amount_micro) VALUES ('USER', 'USDT', 'TRC20', 'T', 1)",
  "UPDATE deposit SET status = 'pending'",
  "UPDATE deposit SET user_id = 'USER'",
  "UPDATE balance_adjustment SET status = 'applied'",
  "UPDATE market_candle SET close_e8 = low_e8",
  "INSERT INTO market_rate (currency, rate_e8, source, simulated, at) VALUES ('BTC', 1, 'x', false, now())",
])("%s", async (statement) => {
  const told = Object.entries(names).reduce(
    (text, [name, id]) => text.replaceAll(name, id),
    statement,
  );
  await thief.query("BEGIN");
  try {
    await expect(thief.query(told)).rejects.toThrow(
      /permission denied|does not exist|^VALIDATION$/,
    );
  } finally {
    await thief.query("ROLLBACK");
  }
});
