import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { Client } from "pg";
import { openOption } from "@/lib/ledger/open-option";
import { dailyTradesUsed } from "@/lib/ledger/options";
import { tradeKey } from "@/lib/ledger/rules";
import type { OpenOptionInput } from "@/lib/ledger/schema";
import { withSentKey } from "@/lib/platform/http/idempotency";
import { testDatabase } from "@/tests/support/database";
import {
  brokenChecks,
  createFundedUser,
  fundOptionPool,
  optionOrder,
  outcomes,
  recordTick,
  units,
  usdtOf,
} from "@/tests/support/ledger/ledger-model-fixture";
import { until } from "@/tests/support/poll";
import { sizedRuns } from "@/tests/support/size";

// What is asked for while others are opened goes together. Nobody may notice anything of it but the time.

const database = testDatabase();
const RATES: Record<number, number> = { 30: 800_000, 60: 820_000 };

beforeAll(async () => {
  await database.setClock(new Date(Date.UTC(2031, 0, 1)));
  await fundOptionPool(units(100_000));
  await recordTick(4000);
});

afterEach(async () => {
  expect(await brokenChecks()).toEqual([]);
});

/** What may be the matter with a person. */
const STATES = {
  sound: "",
  poor: "",
  narrowed:
    "INSERT INTO trade_config (user_id, min_amount_micro, max_amount_micro) VALUES ($1, 5000000, 20000000)",
  limited: "INSERT INTO trade_config (user_id, daily_trade_limit) VALUES ($1, 3)",
  "kept out": "INSERT INTO trade_config (user_id, option_enabled) VALUES ($1, false)",
  "bound by themselves": "SELECT own_limits_set($1, 15000000, 30000000, NULL, NULL, 5, NULL)",
  "somewhere else": "UPDATE app_user SET country_iso = 'GB' WHERE id = $1",
  inactive: "UPDATE app_user SET is_active = false WHERE id = $1",
  "unaware of the risks": "DELETE FROM risk_acceptance WHERE user_id = $1",
} as const;
type State = keyof typeof STATES;

/** Two people of whom the same is true. */
const twins = (state: State) =>
  Promise.all(
    [1, 2].map(async () => {
      const user = await createFundedUser(units(state === "poor" ? 35 : 1000));
      const change = STATES[state].replace("$1", `'${user}'`);
      await database.query(`SET session_replication_role = replica; ${change}`);
      return user;
    }),
  );

const request = fc.record({
  who: fc.nat(3),
  /** Few, so that a key is used again, for the same and for something else. */
  key: fc.nat(99),
  order: fc.record({
    direction: fc.constantFrom("up" as const, "down" as const),
    amountMicro: fc.oneof(
      { weight: 9, arbitrary: fc.bigInt(units(1), units(25)) },
      { weight: 1, arbitrary: fc.constantFrom(units(0.5), units(1001)) },
    ),
    durationSeconds: fc.constantFrom(30, 60),
  }),
  odd: fc.oneof(
    { weight: 5, arbitrary: fc.constant<Partial<OpenOptionInput>>({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Partial<OpenOptionInput>>(
        { durationSeconds: 31 },
        { payoutRatePpm: 810_000 },
        { minSources: 4 },
        { dailyTradeLimit: 1 },
        { maxAmountMicro: units(5) },
        { refusal: "TRADE_TERMS_CHANGED" },
      ),
    },
  ),
});

const wishes = fc.record({
  states: fc.array(
    fc.oneof(fc.constant("sound" as const), fc.constantFrom(...(Object.keys(STATES) as State[]))),
    { minLength: 4, maxLength: 4 },
  ),
  requests: fc.array(request, { minLength: 8, maxLength: 40 }),
});

/** What an answer says, without what differs between two people. */
const told = (outcome: Awaited<ReturnType<typeof openOption>> | string) => {
  if (typeof outcome === "string") return outcome;
  const { tradeId: _, number: __, ...rest } = outcome;
  return rest;
};

const stateOf = async (user: string) => ({
  usdt: await usdtOf(user),
  used: await dailyTradesUsed(user),
  trades: await database.query(
    `SELECT direction, trade.amount_micro, duration_seconds, payout_rate_ppm, collateral_micro, opened_at, simulated, entry_delay_ms
     FROM trade JOIN ledger_transfer ON reference_id = trade.id AND line = 1 WHERE user_id = $1 ORDER BY debit_seq`,
    [user],
  ),
});

it("answers as one call after the other would, whoever asks for whatever", async () => {
  let batched = 0;
  await fc.assert(
    fc.asyncProperty(wishes, async ({ states, requests }) => {
      const people = await Promise.all(states.map(twins));
      const keys = Array.from({ length: 100 }, () => randomUUID());
      const orders = (twin: number) =>
        requests.map(({ who, key, order, odd }) => {
          const payoutRatePpm = RATES[order.durationSeconds];
          const user = people[who]?.[twin] ?? "";
          return optionOrder(user, { key: keys[key], payoutRatePpm, ...order, ...odd });
        });
      const alone: unknown[] = [];
      for (const order of orders(0)) alone.push(...(await outcomes([openOption(order)])).map(told));
      const together = await outcomes(orders(1).map((order) => openOption(order)));
      expect(together.map(told)).toEqual(alone);
      for (const [first, second] of people) {
        expect(await stateOf(second ?? "")).toEqual(await stateOf(first ?? ""));
      }
      batched += await openedTogether(people.map(([, second]) => second ?? ""));
    }),
    { numRuns: sizedRuns(60) },
  );
  expect(batched).toBeGreaterThan(0);
});

/** How many were opened in a transaction with others. */
async function openedTogether(users: string[]): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT coalesce(sum(n), 0)::int AS count FROM (
       SELECT count(*) AS n FROM trade WHERE user_id = ANY ($1) GROUP BY xmin::text HAVING count(*) > 1) t`,
    [users],
  );
  return row?.count ?? 0;
}

/** Opens one for each of these users: the first alone, the others together. */
const openAll = (users: string[], keys: string[] = []) =>
  users.map((user, at) => openOption(optionOrder(user, { key: keys[at] ?? randomUUID() })));

it("refuses a key that stands for another request, and nobody else for it", async () => {
  const users = await Promise.all([1, 2, 3].map(() => createFundedUser(units(100))));
  const [first, second, third] = users as [string, string, string];
  await database.query(
    `INSERT INTO idempotency_record (user_id, route, key, request_hash) VALUES ($1, 'POST /api/deposits', 'used', 'x')`,
    [second],
  );
  const sent = { userId: second, route: "POST /api/trades", key: "used" };
  const answers = await outcomes([
    ...openAll([first]),
    withSentKey(sent, () => openOption(optionOrder(second))),
    ...openAll([third]),
  ]);
  expect(answers).toEqual([expect.any(Object), "IDEMPOTENCY_CONFLICT", expect.any(Object)]);
});

it("opens each once where its batch is cut off", async () => {
  const users = await Promise.all([1, 2, 3, 4].map(() => createFundedUser(units(100))));
  const keys = users.map(() => randomUUID());
  const other = new Client({ connectionString: database.ownerUrl });
  await other.connect();
  // Under way elsewhere: the batch waits for it, with the accounts of all its users.
  await other.query("BEGIN");
  await other.query(
    `INSERT INTO ledger_journal (kind, idempotency_key, input_hash, at) VALUES ('option_open', $1, 'x', app_now())`,
    [tradeKey(users[2] ?? "", keys[2] ?? "")],
  );
  const opening = openAll(users, keys);
  const cutOff = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%open_user_options(%'`;
  let isFourthOpen = false;
  void opening[3]?.then(() => {
    isFourthOpen = true;
  });
  // By itself it gives way after 100 ms, which a slow machine may not look into.
  await until("the batch has ended", async () => {
    await other.query(cutOff);
    return isFourthOpen;
  });
  await other.query("ROLLBACK");
  await other.end();
  expect(await outcomes(opening)).toEqual(users.map(() => expect.any(Object)));
  for (const user of users) {
    expect(await usdtOf(user)).toMatchObject({ available: units(90), escrow: units(10) });
  }
});
