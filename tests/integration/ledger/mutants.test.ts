import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { LedgerExamination } from "@/tests/support/ledger/ledger-examination";

/**
 * One mistake in one function: `text` becomes `wrong`, and `finding` is what the checks say. Where several
 * functions have the same rule, each of them makes the mistake by itself.
 */
type Mutant = {
  name: string;
  of: string | string[];
  text: string;
  wrong: string;
  finding: RegExp;
  /** A second line of defence that has to be out of the way. */
  without?: string;
};

const mutants: Mutant[] = [
  {
    // Without any ORDER BY the order is the planner's, so the circle is only likely.
    name: "several accounts locked in another order",
    of: "ledger_post",
    text: "ORDER BY id DESC FOR NO KEY UPDATE",
    wrong: "ORDER BY id FOR NO KEY UPDATE",
    finding: /^deadlock$/,
  },
  {
    name: "several accounts not locked first",
    of: "ledger_post",
    text: "ORDER BY id DESC FOR NO KEY UPDATE",
    wrong: "ORDER BY id DESC",
    finding: /^deadlock$/,
  },
  {
    name: "two accounts locked as they come",
    of: "ledger_post_one",
    text: "IF p_credit > p_debit THEN",
    wrong: "IF true THEN",
    finding: /^deadlock$/,
  },
  {
    name: "no balance check",
    of: ["ledger_apply", "ledger_post_one"],
    text: "balance_micro - p_amount >= floor_micro",
    wrong: "true",
    finding: /violates check constraint "ledger_account_floor"/,
  },
  {
    name: "no balance check and no constraint",
    of: ["ledger_apply", "ledger_post_one"],
    text: "balance_micro - p_amount >= floor_micro",
    wrong: "true",
    without: "ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_floor",
    finding: /^check: floors$/,
  },
  {
    name: "credit without debit",
    of: ["ledger_apply", "ledger_post_one"],
    text: "SET balance_micro = balance_micro - p_amount",
    wrong: "SET balance_micro = balance_micro",
    finding: /^check: zero sum$/,
  },
  {
    name: "debit without credit",
    of: ["ledger_apply", "ledger_post_one"],
    text: "SET balance_micro = balance_micro + p_amount",
    wrong: "SET balance_micro = balance_micro",
    finding: /^check: zero sum$/,
  },
  {
    name: "a sequence that does not count",
    of: ["ledger_apply", "ledger_post_one"],
    text: "balance_micro - p_amount, seq = seq + 1",
    wrong: "balance_micro - p_amount, seq = seq",
    finding: /violates unique constraint/,
  },
  {
    name: "a sequence that does not count, and nothing unique",
    of: ["ledger_apply", "ledger_post_one"],
    text: "balance_micro - p_amount, seq = seq + 1",
    wrong: "balance_micro - p_amount, seq = seq",
    without: `DO $$ DECLARE i regclass; BEGIN
      FOR i IN SELECT indexrelid::regclass FROM pg_index WHERE indrelid IN (SELECT inhrelid FROM pg_inherits
        WHERE inhparent = 'ledger_transfer'::regclass) AND NOT indisprimary AND indisunique
      LOOP EXECUTE 'DROP INDEX ' || i; END LOOP; END $$`,
    finding: /^check: chains$/,
  },
  {
    name: "a balance read before its lock",
    of: ["ledger_apply", "ledger_post_one"],
    text: "SET balance_micro = balance_micro - p_amount",
    wrong:
      "SET balance_micro = (SELECT b.balance_micro FROM ledger_account b WHERE b.id = p_debit) - p_amount",
    finding: /^check: (chains|heads)$/,
  },
  {
    name: "money moved and not recorded",
    of: "ledger_apply",
    text: "INSERT INTO ledger_transfer (at",
    wrong: "IF p_amount % 2 = 0 THEN RETURN; END IF; INSERT INTO ledger_transfer (at",
    finding: /^check: heads$/,
  },
  {
    name: "money moved and not recorded",
    of: "ledger_post_one",
    text: "INSERT INTO ledger_transfer (at",
    wrong: "IF p_amount % 2 = 0 THEN RETURN true; END IF; INSERT INTO ledger_transfer (at",
    finding: /^check: heads$/,
  },
  {
    name: "a repeated key posts again",
    of: ["ledger_begin", "ledger_post_one"],
    text: "VALUES (p_kind, p_key,",
    wrong: "VALUES (p_kind, p_key || uuid_v7(),",
    finding: /^a repeated key posted other than once$/,
  },
  {
    name: "a repeated key with another input",
    of: ["ledger_begin", "ledger_post_one"],
    text: "IF v_hash <> p_input_hash",
    wrong: "IF false",
    finding: /^a key was taken for another input$/,
  },
  {
    name: "a hold that also pays out",
    of: "ledger_settle_hold",
    text: "IF p_fee > 0",
    wrong: "IF p_fee < 0",
    finding: /^model: held$/,
  },
  {
    name: "opening without a balance check",
    of: "open_option",
    text: "AND a.balance_micro >= p_amount",
    wrong: "",
    finding: /violates check constraint "ledger_account_floor"/,
  },
  {
    name: "collateral that the caps do not count",
    of: "open_option",
    text: "WHERE e.shard = v_shard",
    wrong: "WHERE e.shard = v_shard AND p_direction = 'up'",
    finding: /^check: exposure$/,
  },
  {
    name: "collateral that the pool does not pay",
    of: "open_option",
    text: "SET balance_micro = a.balance_micro - o_collateral_micro",
    wrong: "SET balance_micro = a.balance_micro",
    finding: /^check: heads$/,
  },
  {
    name: "a batch that does not lock its users",
    of: "open_user_options",
    text: "ORDER BY a.id DESC FOR NO KEY UPDATE SKIP LOCKED",
    wrong: "ORDER BY a.id DESC",
    finding: /^error: canceling statement due to lock timeout$/,
  },
  {
    name: "a batch that takes more from the house than one option may",
    of: "open_user_options",
    text: "least(p.room, p.site_room, v_pool.balance_micro)",
    wrong: "v_pool.balance_micro",
    finding: /^a cap was exceeded$/,
  },
  {
    name: "a batch whose sum no cap counts",
    of: "open_user_options",
    text: "g.held + g.more + g.margin <= g.most",
    wrong: "g.held <= g.most",
    finding: /^a cap was exceeded$/,
  },
  {
    name: "an entry on the last tick instead of the first",
    of: "market_first_usable",
    text: "ORDER BY m.at LIMIT 1",
    wrong: "ORDER BY m.at DESC LIMIT 1",
    finding: /^check: entries$/,
  },
  {
    name: "an entry on a contested tick",
    of: "market_first_usable",
    text: "AND NOT m.contested",
    wrong: "",
    finding: /^check: entries$/,
  },
  {
    name: "an entry at a price that was known at the acceptance",
    of: "market_first_usable",
    text: "AND coalesce(m.known_at, m.at) >= p_accepted_at",
    wrong: "AND m.at >= p_accepted_at",
    finding: /^check: entries$/,
  },
  {
    name: "an entry before the delay is over",
    of: "market_first_usable",
    text: "coalesce(p_delay_ms, 0)",
    wrong: "0",
    finding: /^check: entries$|error/,
  },
  {
    name: "settlement that skips and does not lock",
    of: "settle_due",
    text: "FOR NO KEY UPDATE SKIP LOCKED",
    wrong: "",
    finding: /^error: closed n of n options$/,
  },
  {
    name: "settlement without lock and without its count",
    of: "settle_due",
    text: "FOR NO KEY UPDATE SKIP LOCKED",
    wrong: "",
    without: `DO $$ BEGIN EXECUTE replace(pg_get_functiondef('option_close(tid[])'::regprocedure),
      'IF v_closed <> cardinality(p_rows)', 'IF false'); END $$`,
    finding: /^check: |^error: duplicate key/,
  },
  {
    name: "settlement without any guard of the status",
    of: "option_close",
    text: "AND t.status = 'open'",
    wrong: "",
    without: `DO $$ BEGIN EXECUTE replace(pg_get_functiondef('settle_due(integer)'::regprocedure),
      'FOR NO KEY UPDATE SKIP LOCKED', ''); END $$`,
    finding: /^error: closed n of n options$/,
  },
  {
    name: "settlement that does not lock the accounts",
    of: "option_close",
    text: "ORDER BY a.id DESC FOR NO KEY UPDATE",
    wrong: "ORDER BY a.id DESC",
    finding: /^error: duplicate key|^check: chains$/,
  },
  {
    name: "an outcome turned round",
    of: "option_close",
    text: "> d.entry_price_e8) = (d.direction",
    wrong: "> d.entry_price_e8) <> (d.direction",
    finding: /an outcome is final/,
  },
  {
    name: "an exit before the deciding tick",
    of: "option_close",
    text: "m.at <= e.expires_at",
    wrong: "m.at < e.expires_at",
    finding: /^check: outcomes$/,
  },
  {
    name: "settlement that does not wait for ticks under way",
    of: "market_cutoff",
    text: "PERFORM pg_advisory_xact_lock_shared(72001);",
    wrong: "PERFORM pg_advisory_xact_lock_shared(1);",
    finding: /^check: outcomes$/,
  },
];

const definition = async (database: TestDatabase, name: string) => {
  const [row] = await database.query<{ text: string }>(
    "SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = $1 AND pronamespace = 'public'::regnamespace",
    [name],
  );
  if (!row) throw new Error(`There is no function ${name}`);
  return row.text;
};

async function replace(database: TestDatabase, name: string, text: string, wrong: string) {
  const sound = await definition(database, name);
  if (!sound.includes(text)) throw new Error(`${name} has no "${text}"`);
  await database.query(sound.replaceAll(text, wrong));
}

/** Races need time to happen: every database here, the sound one too, pauses between two updates. */
const SLOWER = "PERFORM pg_sleep(0.001);";
let prepared: TestDatabase;

beforeAll(async () => {
  prepared = await createTestDatabase();
  await LedgerExamination.prepare(prepared);
  await replace(
    prepared,
    "ledger_apply",
    "IF p_credit > p_debit THEN",
    `${SLOWER} IF p_credit > p_debit THEN`,
  );
  await replace(
    prepared,
    "ledger_post_one",
    "UPDATE ledger_account",
    `${SLOWER} UPDATE ledger_account`,
  );
});

async function examine(
  change: (database: TestDatabase) => Promise<void>,
  wanted?: RegExp,
): Promise<string[]> {
  const database = await createTestDatabase({ from: prepared });
  try {
    await change(database);
    return await new LedgerExamination(database).run(wanted);
  } finally {
    await database.drop();
  }
}

it("finds nothing wrong with the ledger as it is", async () => {
  expect(await examine(async () => undefined)).toEqual([]);
});

const mistakes = mutants.flatMap(({ of, ...mutant }) =>
  [of].flat().map((name) => ({ ...mutant, of: name })),
);

it.each(mistakes)("notices $name in $of", async ({ of, text, wrong, without, finding }) => {
  const found = await examine(async (database) => {
    await replace(database, of, text, wrong);
    if (without) await database.query(without);
  }, finding);
  expect(found).toContainEqual(expect.stringMatching(finding));
});
