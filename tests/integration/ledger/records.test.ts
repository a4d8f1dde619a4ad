import { randomBytes, randomUUID } from "node:crypto";
import { adjustBalance } from "@/lib/approvals/balance-changes";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { processDeposit } from "@/lib/deposits/processing";
import { moveHouseMoney } from "@/lib/house/mutations";
import { enterDue, settleDue } from "@/lib/ledger/options";
import { prisma } from "@/lib/platform/db";
import { userIdOf } from "@/lib/sessions/user-id";
import { updateSettings } from "@/lib/site/mutations";
import { requestWithdrawal } from "@/lib/withdrawals/mutations";
import { cancelWithdrawal, processWithdrawal } from "@/lib/withdrawals/processing";
import { seedHouseFunds } from "@/prisma/seed/house";
import { reportDeposit, setRate } from "@/tests/factories/deposits";
import { recordHouseTransfer } from "@/tests/factories/funds";
import { createTestAdmin, signedInUser } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";
import { withoutEntryDelay } from "@/tests/support/entry-delay";
import {
  acceptOptionRisks,
  brokenChecks,
  openOption,
  optionOrder,
  runMarket,
  unpost,
} from "@/tests/support/ledger/ledger-model-fixture";

// What the verify command says where the ledger and the records of the business differ.

jest.setTimeout(120_000);

const PASSWORD = "withdraw me";
const database = testDatabase();
/** A decision that says nothing more than what it is. */
const PLAIN = { adminNotes: undefined, transactionHash: undefined };
const EXTERNAL = -1;
const TREASURY = -3;

/** Changes what nobody may. */
const corrupt = (statement: string) =>
  database.query(`SET session_replication_role = replica; ${statement}`);

let user: string;
let account: number;
let ids: Record<"deposit" | "completed" | "failed" | "cancelled", string>;

type End = "completed" | "failed" | "cancelled" | "open";

async function withdrawal(admin: { id: string; name: string }, end: End): Promise<string> {
  const { id } = await requestWithdrawal(userIdOf(user), randomUUID(), {
    currency: "USDT",
    network: "TRC20",
    address: ADDRESSES.TRC20,
    amount: "20",
    withdrawPassword: PASSWORD,
  });
  if (end === "cancelled") await cancelWithdrawal(userIdOf(user), id);
  if (end === "failed") await processWithdrawal(admin, id, { ...PLAIN, action: "reject" });
  if (end === "completed") {
    await processWithdrawal(admin, id, { ...PLAIN, action: "approve" });
    const transactionHash = randomBytes(32).toString("hex");
    await processWithdrawal(admin, id, { ...PLAIN, action: "complete", transactionHash });
  }
  return id;
}

beforeAll(async () => {
  await seedHouseFunds();
  await withoutEntryDelay();
  await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "1.25" });
  const signedIn = await signedInUser({ withdrawPassword: PASSWORD });
  user = signedIn.user.id;
  await acceptOptionRisks(user);
  const [row] = await database.query<{ id: string }>(
    "SELECT id FROM ledger_account WHERE owner_id = $1 AND kind = 'available' AND currency = 'USDT'",
    [user],
  );
  account = Number(row?.id);
  const { id, username } = await createTestAdmin();
  const admin = { id, name: username };

  await setRate("BTC", 6_000_012_345_679n);
  const wallet = await createWalletRow("BTC", "BTC");
  const { body } = await reportDeposit(signedIn.token, wallet, { amount: "0.12345678" });
  await processDeposit(admin, body.deposit.id, { ...PLAIN, action: "confirm" });
  ids = {
    deposit: body.deposit.id,
    completed: await withdrawal(admin, "completed"),
    failed: await withdrawal(admin, "failed"),
    cancelled: await withdrawal(admin, "cancelled"),
  };
  await withdrawal(admin, "open");
  for (const operation of ["add", "subtract"] as const) {
    const change = { amount: "7", operation, currency: "XAUT", reason: "A good reason" } as const;
    await adjustBalance(admin, user, change, randomUUID());
  }
  const funding = { currency: "USDT", reason: "A good reason", reference: "line 12345" } as const;
  await moveHouseMoney(
    admin,
    { ...funding, from: "external", to: "treasury", amount: "100" },
    "in-from-outside",
  );
  await moveHouseMoney(
    admin,
    { ...funding, from: "treasury", to: "inventory", amount: "99.000007" },
    "to-a-pool-of-16",
  );
  // A won option, a lost one and one that is open.
  await database.setClock(new Date(Date.now() + 60_000));
  await runMarket(1, 4000);
  for (const direction of ["up", "down"] as const) {
    await openOption(optionOrder(user, { direction, payoutRatePpm: 823_457 }));
  }
  await runMarket(1, 4000);
  await enterDue();
  await runMarket(32, 4001);
  expect(await settleDue()).toHaveLength(2);
  await openOption(optionOrder(user));
});

afterEach(async () => {
  expect(await brokenChecks()).toEqual([]);
});

it("finds nothing wrong with a site where everything has happened", async () => {
  const statuses = await prisma.withdrawal.groupBy({ by: ["status"], orderBy: { status: "asc" } });
  expect(statuses.map(({ status }) => status)).toEqual([
    "cancelled",
    "completed",
    "failed",
    "pending",
  ]);
  // Rounded up from ….6.
  const { creditedMicro } = await prisma.deposit.findUniqueOrThrow({ where: { id: ids.deposit } });
  expect(creditedMicro).toBe(7_407_422_042n);
});

describe("the verify command notices a record that was changed:", () => {
  it.each([
    ["what a deposit was credited with", "deposit", "credited_micro = credited_micro + $1", []],
    ["a deposit's rate", "deposit", "rate_e8 = rate_e8 + $1 * 1000", []],
    ["what was deposited", "deposit", "amount_e8 = amount_e8 + $1", []],
    ["a withdrawal's fee", "withdrawal", "fee_micro = fee_micro + $1", "withdrawal terms"],
    ["a withdrawal's amount", "withdrawal", "amount_micro = amount_micro + $1", ["held"]],
    ["a change of balance", "balance_adjustment", "amount_micro = amount_micro + $1", []],
    ["a house transfer", "house_transfer", "amount_micro = amount_micro + $1", []],
    ["a balance before it", "house_transfer", "to_before_micro = to_before_micro + $1", []],
    ["an option's rate", "trade", "payout_rate_ppm = payout_rate_ppm + $1", ["terms", "offers"]],
    ["a payout", "trade", "payout_micro = payout_micro + $1", ["escrow", "terms"]],
    ["a result", "trade", "pnl_micro = pnl_micro + $1", "terms"],
  ])("%s", async (_, table, change, also) => {
    const names: Record<string, string> = {
      deposit: "deposits",
      withdrawal: "withdrawals",
      balance_adjustment: "adjustments",
      house_transfer: "house transfers",
    };
    const own = names[table];
    const expected = [also, own ?? []].flat();
    await corrupt(`UPDATE ${table} SET ${change.replace("$1", "1")}`);
    expect((await brokenChecks()).sort()).toEqual(expected.sort());
    await corrupt(`UPDATE ${table} SET ${change.replace("$1", "(-1)")}`);
  });

  it.each([
    ["a paid withdrawal that failed", "completed", "failed", ["withdrawals"]],
    ["a paid withdrawal that is under way", "completed", "processing", ["held", "withdrawals"]],
    ["a failed withdrawal that is open", "failed", "pending", ["held", "withdrawals"]],
    ["a cancelled withdrawal that was paid", "cancelled", "completed", ["withdrawals"]],
  ] as const)("%s", async (_, which, status, expected) => {
    const set = (value: string) =>
      corrupt(
        `UPDATE withdrawal SET status = '${value}', transaction_hash = coalesce(transaction_hash, id::text),
           processed_by_id = coalesce(processed_by_id, id) WHERE id = '${ids[which]}'`,
      );
    await set(status);
    expect(await brokenChecks()).toEqual(expected);
    await set(which);
  });

  it.each([
    ["its owner", "deposit", "user_id", "deposits"],
    ["its owner", "balance_adjustment", "user_id", "adjustments"],
    ["where it came from", "house_transfer", "from_kind", "house transfers"],
  ])("%s of a %s", async (_, table, column, name) => {
    const other = column === "user_id" ? randomUUID() : "referral";
    await corrupt(
      `CREATE TABLE before AS SELECT id, ${column} AS was FROM ${table}; UPDATE ${table} SET ${column} = '${other}'`,
    );
    expect(await brokenChecks()).toEqual([name]);
    await corrupt(
      `UPDATE ${table} t SET ${column} = was FROM before b WHERE b.id = t.id; DROP TABLE before`,
    );
  });

  it("a change of balance that took instead of giving", async () => {
    const turn = () =>
      corrupt(
        "UPDATE balance_adjustment SET operation = CASE operation WHEN 'add' THEN 'subtract' ELSE 'add' END",
      );
    await turn();
    expect(await brokenChecks()).toEqual(["adjustments"]);
    await turn();
  });
});

describe("the verify command notices money that nobody recorded, and a record without its money:", () => {
  /** As the application's role posts: it may call this function with any accounts. */
  const post = (debit: number, credit: number, reference: string, id: string) =>
    database.query(
      `SELECT ledger_post('${reference}', '${randomUUID()}', sha256('x'), NULL, ARRAY[${debit}]::bigint[], ARRAY[${credit}]::bigint[],
        ARRAY[1000000000]::bigint[], '${reference}', '${id}')`,
    );
  const recordDeposit = (id: string) =>
    corrupt(
      `INSERT INTO deposit (id, user_id, wallet_id, currency, network, address, amount_e8, rate_e8, rate_source, credited_micro, status,
         proof_file_id, processed_by_id, processed_at)
       VALUES ('${id}', '${user}', '${id}', 'USDT', 'TRC20', 'T', 100000000000, 100000000, 'fixed', 1000000000, 'completed', '${id}', '${id}', now())`,
    );
  const recordAdjustment = (id: string) =>
    corrupt(
      `INSERT INTO balance_adjustment (id, user_id, currency, operation, amount_micro, reason, status, proposed_by_id, decided_at)
       VALUES ('${id}', '${user}', 'USDT', 'add', 1000000000, 'A test', 'applied', '${id}', now())`,
    );
  const recordTransfer = (id: string) =>
    recordHouseTransfer(id, "external", "treasury", "USDT", 1_000_000_000n);

  it.each([
    ["a deposit", "deposit", EXTERNAL, "user", recordDeposit, "deposits"],
    [
      "a change of balance",
      "balance_adjustment",
      TREASURY,
      "user",
      recordAdjustment,
      "adjustments",
    ],
    ["funds", "house_transfer", EXTERNAL, "treasury", recordTransfer, "house transfers"],
  ] as const)("%s", async (_, reference, debit, to, record, name) => {
    const credit = to === "user" ? account : TREASURY;
    const [first, second] = [randomUUID(), randomUUID()];
    await post(debit, credit, reference, first);
    expect(await brokenChecks()).toEqual([name]);
    await record(first);
    expect(await brokenChecks()).toEqual([]);
    await record(second);
    expect(await brokenChecks()).toEqual([name]);
    await post(debit, credit, reference, second);
  });

  it("a withdrawal of which nothing was held", async () => {
    const id = randomUUID();
    await corrupt(
      `INSERT INTO withdrawal (id, user_id, currency, network, address, amount_micro, fee_micro, status)
       VALUES ('${id}', '${user}', 'USDT', 'TRC20', 'T', 20000000, 1250000, 'cancelled')`,
    );
    expect(await brokenChecks()).toEqual(["withdrawals"]);
    await corrupt(`DELETE FROM withdrawal WHERE id = '${id}'`);
  });

  it("a deposit credited twice", async () => {
    const id = randomUUID();
    await recordDeposit(id);
    await post(EXTERNAL, account, "deposit", id);
    expect(await brokenChecks()).toEqual([]);
    await post(EXTERNAL, account, "deposit", id);
    expect(await brokenChecks()).toEqual(["deposits"]);
    const again = randomUUID();
    await corrupt(
      `UPDATE ledger_transfer SET reference_id = '${again}' WHERE reference_id = '${id}'
         AND journal_id = (SELECT max(journal_id) FROM ledger_transfer WHERE reference_id = '${id}')`,
    );
    await recordDeposit(again);
  });
});

describe("the verify command notices that of the recorded prices", () => {
  it("one is gone", async () => {
    await corrupt("CREATE TABLE kept AS SELECT * FROM market_tick WHERE seq = 20");
    await corrupt("DELETE FROM market_tick WHERE seq = 20");
    expect(await brokenChecks()).toEqual(["ticks"]);
    await corrupt("INSERT INTO market_tick SELECT * FROM kept");
  });

  it("one is there twice", async () => {
    await corrupt(
      "INSERT INTO market_tick SELECT seq, at + interval '1 ms', price_e8, bid_e8, ask_e8, sources, source_count, simulated FROM market_tick WHERE seq = 20",
    );
    expect(await brokenChecks()).toEqual(["ticks"]);
    await corrupt(
      "DELETE FROM market_tick WHERE seq = 20 AND at > (SELECT min(at) FROM market_tick WHERE seq = 20)",
    );
  });

  it("the newest are gone", async () => {
    await corrupt("UPDATE market_head SET seq = seq + 1");
    expect(await brokenChecks()).toEqual(["ticks"]);
    await corrupt("UPDATE market_head SET seq = seq - 1");
  });
});

it("notices money that says nothing of what it is for, whichever way it goes", async () => {
  await database.query(
    `SELECT ledger_post('gift', 'gift', sha256('x'), NULL, ARRAY[-1]::bigint[], ARRAY[${account}]::bigint[], ARRAY[5]::bigint[]);
     SELECT ledger_post('loss', 'loss', sha256('x'), NULL, ARRAY[${account}]::bigint[], ARRAY[-1]::bigint[], ARRAY[1]::bigint[]);
     SELECT ledger_post('loss', 'taken', sha256('x'), NULL, ARRAY[${account}]::bigint[], ARRAY[-3]::bigint[], ARRAY[1]::bigint[]);
     SELECT ledger_post('house_funding', 'funds', sha256('x'), NULL, ARRAY[-2]::bigint[], ARRAY[-6]::bigint[], ARRAY[1]::bigint[])`,
  );
  expect(await brokenChecks()).toEqual([
    "deposits",
    "withdrawals",
    "adjustments",
    "house transfers",
    "purposes",
  ]);
  await unpost("gift", "loss", "taken", "funds");
});

describe("the verify command notices a transfer", () => {
  type Way = { kind: string; debit: number; credit: number; type?: string; id?: string };
  const post = ({ kind, debit, credit, type, id }: Way) =>
    database.query(
      `SELECT ledger_post('${kind}', 'odd', sha256('x'), NULL, ARRAY[${debit}]::bigint[], ARRAY[${credit}]::bigint[],
         ARRAY[1]::bigint[], ${type ? `'${type}'` : "NULL"}, ${id ? `'${id}'` : "NULL"})`,
    );
  const FEES = -400;
  const INVENTORY = -200;
  const ofTrade = async () => (await prisma.trade.findFirstOrThrow({ orderBy: { id: "asc" } })).id;
  /** Two shards of the pool, the first with money. */
  const inPool = async () => {
    const [from, to] = await database.query<{ id: string }>(
      "SELECT id FROM ledger_account WHERE kind = 'option_pool' ORDER BY balance_micro DESC",
    );
    return { debit: Number(from?.id), credit: Number(to?.id) };
  };

  it.each<[string, () => Promise<Way> | Way, also: string[]]>([
    ["of no product", () => ({ kind: "gift", debit: account, credit: FEES }), []],
    ["of a product by name alone", () => ({ kind: "even_out", debit: account, credit: FEES }), []],
    [
      "of another kind of row",
      async () => ({ kind: "even_out", ...(await inPool()), type: "trade" }),
      [],
    ],
    [
      "of a row that is not there",
      () => ({
        kind: "vault_store",
        debit: account,
        credit: INVENTORY,
        type: "vault_conversion",
        id: randomUUID(),
      }),
      ["conversion money"],
    ],
    [
      "that another kind of event makes",
      async () => ({
        kind: "option_settle",
        debit: account,
        credit: INVENTORY,
        type: "trade",
        id: await ofTrade(),
      }),
      [],
    ],
  ])("%s", async (_, way, also) => {
    await post(await way());
    expect(await brokenChecks()).toEqual([...also, "purposes"]);
    await unpost("odd");
  });

  it("for another user than its row's", async () => {
    const set = (owner: string) =>
      corrupt(`UPDATE trade SET user_id = '${owner}' WHERE id = '${open}'`);
    const { id: open } = await prisma.trade.findFirstOrThrow({ where: { status: "open" } });
    await set(randomUUID());
    expect(await brokenChecks()).toEqual(["purposes"]);
    await set(user);
  });
});
