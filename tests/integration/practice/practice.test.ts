import { Client } from "pg";
import { GET as adminTrades } from "@/app/api/admin/trades/route";
import { GET as balance } from "@/app/api/auth/balance/route";
import { apiRoutes } from "@/app/api/manifest";
import { DELETE as cancelOrder } from "@/app/api/orders/[id]/route";
import { GET as listOrders, POST as placeOrder } from "@/app/api/orders/route";
import { GET as receipt } from "@/app/api/trades/[id]/receipt/route";
import { POST as stopRun } from "@/app/api/trades/ai/runs/[id]/stop/route";
import { GET as listRuns } from "@/app/api/trades/ai/runs/route";
import { POST as openTrade } from "@/app/api/trades/route";
import { GET as userTrades } from "@/app/api/trades/user/route";
import { POST as reset } from "@/app/api/user/practice/reset/route";
import { GET as transactions } from "@/app/api/user/transactions/route";
import { deliveries } from "@/deliveries";
import { practiceStrategiesOnce } from "@/lib/ai/jobs";
import { runStrategiesOnce } from "@/lib/ai/runner";
import { verifyLedger } from "@/lib/ledger/verify";
import { isOfAccount } from "@/lib/platform/client/account-rules";
import { onAccount, sql, transaction } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { listEndpoints } from "@/lib/platform/http/openapi";
import { acceptRisk } from "@/lib/security/credentials";
import { practiceOnce, settleOnce } from "@/lib/trading/jobs";
import { signedInAdmin } from "@/tests/factories/users";
import { type CallOptions, callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { answered, repeatTick } from "@/tests/support/fills";
import { closeHour, storeCandles } from "../ai/support";
import { newKey, openMarket, type TestTrader, tick, trader } from "../trading/support";

type Account = "real" | "practice";
type Run = {
  id: string;
  number: string;
  status: string;
  cash: string;
  holding: string;
  fills: number;
  returned: string | null;
};
type Answer = {
  success: boolean;
  code: string;
  account: Account;
  balances: { USDT: { available: string }; XAUT: { available: string }; totalUsdt: string };
  trade: { id: string; number: string; status: string };
  trades: { id: string }[];
  order: { id: string; status: string };
  orders: { id: string; status: string }[];
  run: Run;
  runs: Run[];
  transactions: { event: string; type: string }[];
  receipt: { trade: { id: string }; arithmetic: { payout: string | null }; proofs: unknown };
};

const database = testDatabase();
const START = "10000.000000";

const on = (
  account: Account | undefined,
  handler: RouteHandler,
  { token }: TestTrader,
  options: CallOptions = {},
) =>
  callRoute<Answer>(handler, {
    token,
    ...options,
    headers: account ? { "x-account": account } : {},
  });

const usdtOf = async (account: Account, owner: TestTrader) =>
  (await on(account, balance, owner)).body.balances.USDT.available;

const option = (account: Account, owner: TestTrader, key = newKey(), changes: object = {}) =>
  on(account, openTrade, owner, {
    idempotencyKey: key,
    path: "/api/trades",
    body: { type: "option", direction: "up", amount: "100", duration: 60, ...changes },
  });

/** Fills what waits on the practice side at the newest price, recorded again. */
async function fillPractice(): Promise<void> {
  await repeatTick();
  await practiceOnce();
}

const spot = (account: Account, owner: TestTrader, body: object, key = newKey()) =>
  answered(
    on(account, openTrade, owner, {
      idempotencyKey: key,
      path: "/api/trades",
      body: { type: "manual", ...body },
    }),
    account === "practice" ? fillPractice : undefined,
  );

const order = (account: Account, owner: TestTrader, price: string, key = newKey()) =>
  on(account, placeOrder, owner, {
    idempotencyKey: key,
    path: "/api/orders",
    body: { side: "buy", type: "limit", amount: "50", price },
  });

/** A run of 100 USDT that buys for 10 at every hour. */
const run = (account: Account, owner: TestTrader, key = newKey(), amount = "100") =>
  on(account, openTrade, owner, {
    idempotencyKey: key,
    path: "/api/trades",
    body: {
      type: "ai",
      strategy: "dca",
      amount,
      params: { interval: "1h", purchases: 10, every: 1 },
    },
  });

const stop = (account: Account, owner: TestTrader, id: string, key = newKey()) =>
  answered(
    on(account, stopRun, owner, {
      method: "POST",
      path: `/api/trades/ai/runs/${id}/stop`,
      params: { id },
      idempotencyKey: key,
    }),
    async () => {
      await repeatTick();
      await practiceStrategiesOnce();
      await runStrategiesOnce();
    },
  );

/** A trader who has accepted the risks of strategies as well. */
async function aiTrader(usdt: string): Promise<TestTrader> {
  const owner = await trader({ usdt });
  await acceptRisk(owner.user.id, "ai");
  return owner;
}

const runsOf = async (account: Account, owner: TestTrader) =>
  (await on(account, listRuns, owner)).body.runs;

const resetOf = (owner: TestTrader, key = newKey(), account?: Account) =>
  on(account, reset, owner, {
    method: "POST",
    path: "/api/user/practice/reset",
    idempotencyKey: key,
  });

/** All that the real ledger and the real trades consist of, so that any change of them shows. */
async function realState(): Promise<unknown> {
  const [state] = await database.query(
    `SELECT (SELECT json_agg(a ORDER BY id) FROM ledger_account a)::text AS accounts,
       (SELECT count(*) FROM ledger_journal) AS journals, (SELECT count(*) FROM ledger_transfer) AS transfers,
       (SELECT json_agg(t ORDER BY id) FROM trade t)::text AS trades, (SELECT count(*) FROM resting_order) AS orders,
       (SELECT json_agg(r ORDER BY id) FROM strategy_run r)::text AS runs, (SELECT count(*) FROM strategy_signal) AS signals,
       (SELECT count(*) FROM notification) AS notices, (SELECT count(*) FROM referral_due) AS commissions,
       (SELECT count(*) FROM log_queue WHERE kind <> 'tick') AS logged`,
  );
  return state;
}

const wrong = async () => (await verifyLedger()).checks.filter((check) => check.differences > 0);

beforeAll(async () => {
  await openMarket();
  await tick("4000");
});

describe("a practice balance", () => {
  it("begins with 10,000 USDT beside the real one, and each answer names its account", async () => {
    const owner = await trader({ usdt: "25" });
    expect((await on(undefined, balance, owner)).body).toMatchObject({
      account: "real",
      balances: { USDT: { available: "25.000000" } },
    });
    const practice = await on("practice", balance, owner);
    expect(practice.headers.get("x-account")).toBe("practice");
    expect(practice.body).toMatchObject({
      account: "practice",
      balances: { USDT: { available: START }, XAUT: { available: "0.000000" }, totalUsdt: START },
    });
    expect(await usdtOf("real", owner)).toBe("25.000000");
  });

  it("is opened once by requests at the same time", async () => {
    const owner = await trader({ usdt: "0" });
    const balances = await Promise.all(
      [1, 2, 3, 4].map(() =>
        onAccount("practice", () => sql`SELECT open_practice(${owner.user.id})`),
      ),
    );
    expect(balances).toHaveLength(4);
    expect(await usdtOf("practice", owner)).toBe(START);
  });

  it("trades options at the same prices, with receipts, and leaves the real side as it was", async () => {
    const owner = await trader({ usdt: "500" });
    await usdtOf("practice", owner);
    const before = await realState();
    const opened = await option("practice", owner);
    expect(opened).toMatchObject({ status: 201, body: { account: "practice" } });
    expect(await usdtOf("practice", owner)).toBe("9900.000000");
    await tick("4000");
    // The real side's workers don't find it.
    await settleOnce();
    await practiceOnce();
    await tick("4001", { after: 59 });
    await tick("4001", { after: 2 });
    await settleOnce();
    await practiceOnce();
    const { id } = opened.body.trade;
    const list = (await on("practice", userTrades, owner)).body;
    expect(list).toMatchObject({ account: "practice", trades: [{ id, status: "won" }] });
    expect(Number(await usdtOf("practice", owner))).toBeGreaterThan(10_000);
    const shown = await on("practice", receipt, owner, { params: { id } });
    expect(shown.body.receipt.trade).toMatchObject({ id, status: "won" });
    expect(await realState()).toEqual(before);
    expect(await usdtOf("real", owner)).toBe("500.000000");

    const other = await on("real", receipt, owner, { params: { id } });
    expect(other).toMatchObject({ status: 404, body: { account: "real" } });
    expect((await on("real", userTrades, owner)).body.trades).toEqual([]);
    const { token } = await signedInAdmin();
    const staffs = await callRoute<Answer>(adminTrades, { token });
    expect(staffs.body.trades.map((trade) => trade.id)).not.toContain(id);
  });

  it("trades gold and keeps orders, apart from the real ones", async () => {
    const owner = await trader({ usdt: "500" });
    const bought = await spot("practice", owner, { side: "buy", amount: "400" });
    expect(bought.body).toMatchObject({ account: "practice", trade: { status: "filled" } });
    const real = await spot("real", owner, { side: "buy", amount: "40" });
    expect(real.body).toMatchObject({ account: "real", trade: { status: "filled" } });
    const placed = (await order("practice", owner, "3000")).body.order;
    expect((await on("practice", listOrders, owner)).body.orders).toMatchObject([
      { id: placed.id },
    ]);
    expect((await on("real", listOrders, owner)).body.orders).toEqual([]);
    const cancel = (account: Account) =>
      on(account, cancelOrder, owner, {
        method: "DELETE",
        path: `/api/orders/${placed.id}`,
        params: { id: placed.id },
        idempotencyKey: "cancel-of-both",
      });
    expect(await cancel("real")).toMatchObject({ status: 404 });
    expect((await cancel("practice")).body).toMatchObject({ order: { status: "cancelled" } });
    const lines = (
      await on("practice", transactions, owner, { path: "/api/user/transactions?view=accounts" })
    ).body;
    expect(lines.account).toBe("practice");
    expect(lines.transactions.map(({ event }) => event).sort()).toContain("practice_open");
    const csv = await callRaw(userTrades, {
      token: owner.token,
      path: "/api/trades/user?format=csv",
      headers: { "x-account": "practice" },
    });
    const text = await csv.text();
    expect(text).toContain("400.000000");
    expect(text).not.toContain(",40.000000");
  });

  it("tells clients of its events with their account, and notifies nobody", async () => {
    const owner = await trader({ usdt: "500" });
    await database.query("DELETE FROM outbox");
    await spot("practice", owner, { side: "buy", amount: "20" });
    await spot("real", owner, { side: "buy", amount: "30" });
    const rows = await database.query<{
      id: string;
      bulk: boolean;
      userId: string;
      kind: string;
      payload: Record<string, unknown>;
    }>(
      `SELECT id, bulk, user_id AS "userId", kind, payload FROM outbox WHERE kind = 'trade_closed' ORDER BY id`,
    );
    const messages = rows.map((row) => ({ ...row, id: BigInt(row.id), attempts: 0 }));
    const events = await transaction((tx) => deliveries.deliver(tx, messages));
    expect(events).toMatchObject([
      [
        { t: "trade", u: owner.user.id, status: "filled", account: "practice" },
        { t: "balance", u: owner.user.id, account: "practice" },
      ],
      [{ t: "trade", u: owner.user.id }, { t: "notification" }, { t: "balance" }],
    ]);
    const notices = await database.query("SELECT type FROM notification WHERE user_id = $1", [
      owner.user.id,
    ]);
    expect(notices).toHaveLength(1);
  });
});

describe("a strategy run in practice", () => {
  it("decides, trades and ends by the same rules, and leaves the real side as it was", async () => {
    const owner = await aiTrader("500");
    await storeCandles([4000]);
    await usdtOf("practice", owner);
    const before = await realState();
    await database.query("DELETE FROM outbox");
    const started = await run("practice", owner);
    expect(started).toMatchObject({
      status: 201,
      body: { account: "practice", available: "9900.000000", run: { status: "running" } },
    });
    const { id } = started.body.run;
    await closeHour(4000);
    // The real side's workers don't find it.
    await runStrategiesOnce();
    expect(await runsOf("practice", owner)).toMatchObject([{ id, pending: false, fills: 0 }]);
    await practiceStrategiesOnce();
    expect(await runsOf("practice", owner)).toMatchObject([{ id, pending: true, fills: 0 }]);
    await tick("4010");
    await practiceStrategiesOnce();
    // 10 USDT less the fee of 0.01, at 4010.
    expect(await runsOf("practice", owner)).toMatchObject([
      { id, pending: false, fills: 1, cash: "90.000000", holding: "0.002491" },
    ]);
    expect((await on("practice", userTrades, owner)).body.trades).toMatchObject([{ type: "ai" }]);
    expect(await runsOf("real", owner)).toEqual([]);
    expect(await stop("real", owner, id)).toMatchObject({ status: 404, body: { account: "real" } });
    expect(await resetOf(owner)).toMatchObject({ status: 409, body: { code: "PRACTICE_IN_USE" } });

    const stopped = await stop("practice", owner, id);
    expect(stopped.body).toMatchObject({
      account: "practice",
      run: { status: "stopped", cash: "0.000000", holding: "0.000000" },
    });
    const [left] = await database.query<{ usdt: string }>(
      "SELECT (10000 - 100 + $1::numeric)::numeric(20, 6) AS usdt",
      [stopped.body.run.returned],
    );
    expect(await usdtOf("practice", owner)).toBe(left?.usdt);
    expect((await resetOf(owner)).status).toBe(200);
    expect(await usdtOf("practice", owner)).toBe(START);
    // No notice, no entry for the public log, no unit of money.
    expect(await realState()).toEqual(before);
    expect(await usdtOf("real", owner)).toBe("500.000000");
    const told = await database.query<{ payload: { account?: string } }>(
      "SELECT payload FROM outbox WHERE user_id = $1",
      [owner.user.id],
    );
    expect(told.length).toBeGreaterThan(3);
    expect(told.filter(({ payload }) => payload.account !== "practice")).toEqual([]);
    expect(await wrong()).toEqual([]);
  });

  it("is one of its account for a key, and the real one's own", async () => {
    const owner = await aiTrader("500");
    await storeCandles([4000]);
    const sides: Account[] = ["real", "practice", "real", "practice"];
    const answers = await Promise.all(sides.map((side) => run(side, owner, "run-of-both")));
    expect(answers.map(({ body }) => body.account)).toEqual(sides);
    const ids = [answers[0]?.body.run.id, answers[1]?.body.run.id];
    expect(answers.map(({ body }) => body.run.id)).toEqual([...ids, ...ids]);
    expect(ids[0]).not.toBe(ids[1]);
    expect(await usdtOf("real", owner)).toBe("400.000000");
    expect(await usdtOf("practice", owner)).toBe("9900.000000");
    expect(await runsOf("real", owner)).toMatchObject([{ id: ids[0] }]);
    expect(await runsOf("practice", owner)).toMatchObject([{ id: ids[1] }]);
    await stop("real", owner, ids[0]!);
    expect(await runsOf("practice", owner)).toMatchObject([{ id: ids[1], status: "running" }]);
    await stop("practice", owner, ids[1]!);
  });
});

describe("a key", () => {
  it("is one of its account: on the other side it opens something else, and repeats its own", async () => {
    const owner = await trader({ usdt: "500" });
    const [practice, real] = [
      await option("practice", owner, "both"),
      await option("real", owner, "both"),
    ];
    expect([practice.status, real.status]).toEqual([201, 201]);
    expect(real.body.trade.id).not.toBe(practice.body.trade.id);
    const again = await Promise.all([
      option("practice", owner, "both"),
      option("real", owner, "both"),
    ]);
    expect(again.map(({ body }) => [body.account, body.trade.id])).toEqual([
      ["practice", practice.body.trade.id],
      ["real", real.body.trade.id],
    ]);
    expect(await usdtOf("real", owner)).toBe("400.000000");
    expect(await usdtOf("practice", owner)).toBe("9900.000000");
  });

  it("still stands for one request on its side", async () => {
    const owner = await trader({ usdt: "500" });
    expect((await option("practice", owner, "one")).status).toBe(201);
    const other = await order("practice", owner, "3000", "one");
    expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_CONFLICT" } });
    const changed = await option("practice", owner, "one", { amount: "101" });
    expect(changed).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_CONFLICT" } });
    expect((await order("real", owner, "3000", "one")).status).toBe(201);
  });

  it("opens one thing a side however many requests race with it", async () => {
    const owner = await trader({ usdt: "500" });
    const sides: Account[] = ["real", "practice", "real", "practice", "real", "practice"];
    const answers = await Promise.all(sides.map((side) => option(side, owner, "raced")));
    const ids = new Set(answers.map(({ body }) => `${body.account} ${body.trade.id}`));
    expect(ids.size).toBe(2);
    expect(answers.map(({ body }) => body.account)).toEqual(sides);
  });
});

describe("a reset", () => {
  it("of a balance that nobody used moves nothing, and writes no journal without a line", async () => {
    const owner = await trader({ usdt: "0" });
    await on("practice", balance, owner);
    expect((await resetOf(owner)).status).toBe(200);
    expect((await resetOf(owner)).status).toBe(200);
    expect(await wrong()).toEqual([]);
  });

  it("waits for what is open, then sets the balance back to 10,000 once", async () => {
    const owner = await trader({ usdt: "500" });
    await spot("practice", owner, { side: "buy", amount: "400" });
    const { id } = (await order("practice", owner, "3000")).body.order;
    const refused = await resetOf(owner);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "PRACTICE_IN_USE", account: "practice" },
    });
    await on("practice", cancelOrder, owner, {
      method: "DELETE",
      path: `/api/orders/${id}`,
      params: { id },
      idempotencyKey: newKey(),
    });
    const done = await resetOf(owner, "reset-once");
    expect(done.body).toMatchObject({
      account: "practice",
      balances: { USDT: { available: START }, XAUT: { available: "0.000000" } },
    });
    await spot("practice", owner, { side: "buy", amount: "100" });
    await resetOf(owner, "reset-once", "practice");
    expect(await usdtOf("practice", owner)).toBe("9900.000000");
    expect(await usdtOf("real", owner)).toBe("500.000000");
  });

  it("and an option at the same time: one of them is first", async () => {
    const owner = await trader({ usdt: "0" });
    await spot("practice", owner, { side: "buy", amount: "100" });
    const [opened, done] = await Promise.all([option("practice", owner), resetOf(owner)]);
    expect(opened.status).toBe(201);
    const left = await usdtOf("practice", owner);
    expect(done.status === 200 ? "9900.000000" : "9800.000000").toBe(left);
  });
});

it("is what pages name their account for, and nothing else", async () => {
  const endpoints = await listEndpoints(apiRoutes);
  const sent = ({ path }: { path: string }) => isOfAccount(path.replaceAll(/\{\w+\}/g, newKey()));
  const wrong = endpoints.filter(
    (endpoint) => sent(endpoint) !== Boolean(endpoint.declaration.hasPractice),
  );
  expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

describe("everything else", () => {
  it("refuses practice, whoever asks", async () => {
    const endpoints = await listEndpoints(apiRoutes);
    const { token } = await signedInAdmin();
    const answers = await Promise.all(
      endpoints
        .filter(({ declaration }) => !declaration.hasPractice)
        .map(async ({ path, method }) => {
          const load = apiRoutes.find((route) => route.path === path)?.load;
          const handlers = (await load?.()) as Record<string, RouteHandler> | undefined;
          const handler = handlers?.[method];
          const params = Object.fromEntries(
            [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? "", "x"]),
          );
          const { status, body } = await callRoute<Answer>(handler!, {
            token,
            method,
            path,
            params,
            headers: { "x-account": "practice" },
          });
          return `${method} ${path} ${status} ${body.code}`;
        }),
    );
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter((answer) => !answer.endsWith(" 422 PRACTICE_NOT_AVAILABLE"))).toEqual([]);
  });

  it("of the routes that have it, none knows a third account", async () => {
    const owner = await trader({ usdt: "0" });
    const third = await callRoute<Answer>(balance, {
      token: owner.token,
      headers: { "x-account": "demo" },
    });
    expect(third).toMatchObject({ status: 422, body: { code: "VALIDATION", account: "real" } });
  });
});

describe("the database", () => {
  const asApp = async (statements: string[]): Promise<string> => {
    const client = new Client({ connectionString: database.appUrl });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
      return "done";
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.end();
    }
  };
  const PRACTICE = ["SET ROLE practice_runtime", "SET search_path = practice, public"];

  it("lets nothing of one side write to the other", async () => {
    const rows = await database.query<{ thing: string }>(
      `SELECT role || ' may write to ' || c.oid::regclass AS thing
       FROM pg_class c CROSS JOIN (VALUES ('practice_owner', 'public'), ('practice_runtime', 'public'), ('ledger_owner', 'practice'),
         ('feed_runtime', 'practice')) AS r (role, schema)
       WHERE c.relnamespace = r.schema::regnamespace AND c.relkind IN ('r', 'p', 'v')
         AND has_table_privilege(role, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
         OR c.relnamespace = r.schema::regnamespace AND c.relkind IN ('r', 'p', 'v') AND has_any_column_privilege(role, c.oid, 'INSERT, UPDATE')`,
    );
    expect(rows.map(({ thing }) => thing)).toEqual(["practice_owner may write to outbox"]);
    const functions = await database.query<{ thing: string }>(
      `SELECT role || ' may call ' || p.oid::regprocedure AS thing
       FROM pg_proc p CROSS JOIN (VALUES ('practice_owner', 'public'), ('practice_runtime', 'public'), ('ledger_owner', 'practice')) AS r (role, schema)
       WHERE p.pronamespace = r.schema::regnamespace AND p.prosecdef AND has_function_privilege(role, p.oid, 'EXECUTE')
         AND p.prorettype <> 'trigger'::regtype`,
    );
    expect(functions).toEqual([]);
  });

  it("knows no account of the other side, and nobody writes a transfer by hand", async () => {
    const owner = await trader({ usdt: "500" });
    await usdtOf("practice", owner);
    const ids = async (schema: string) =>
      (
        await database.query<{ id: string }>(
          `SELECT id FROM ${schema}.ledger_account WHERE owner_id = $1 AND kind = 'available' AND currency = 'USDT'`,
          [owner.user.id],
        )
      )[0]?.id;
    const [real, practice] = [await ids("public"), await ids("practice")];
    const post = (schema: string, from?: string, to?: string) =>
      database
        .query(
          `SET search_path = ${schema}, public; SELECT ${schema}.ledger_apply(1, 1, ${from}, ${to}, 1, NULL, NULL, true)`,
        )
        .then(
          () => "moved",
          (error: Error) => error.message,
        );
    expect(await post("public", practice, real)).toBe("LEDGER_ACCOUNT_MISSING");
    expect(await post("public", real, practice)).toBe("LEDGER_ACCOUNT_MISSING");
    expect(await post("practice", practice, real)).toBe("LEDGER_ACCOUNT_MISSING");
    expect(await post("practice", real, practice)).toBe("LEDGER_ACCOUNT_MISSING");
    const transfer = (schema: string) =>
      `INSERT INTO ${schema}.ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency)
       VALUES (now(), 1, 1, ${practice}, ${real}, 1, 'USDT')`;
    expect(await asApp([...PRACTICE, transfer("practice")])).toBe("42501");
    expect(await asApp([...PRACTICE, transfer("public")])).toBe("42501");
    expect(await asApp(["SET ROLE app_runtime", transfer("practice")])).toBe("42501");
    // Not even its owner can write one between the two.
    await expect(database.query(transfer("practice"))).rejects.toThrow(
      "ledger_transfer_is_practice",
    );
    const update = "UPDATE ledger_account SET balance_micro = 1";
    expect(await asApp([...PRACTICE, update])).toBe("42501");
    expect(
      await asApp([
        ...PRACTICE,
        `SELECT public.deposit_reject('${owner.user.id}', '${owner.user.id}', 'no', NULL)`,
      ]),
    ).not.toBe("done");
    expect(await asApp([...PRACTICE, `SELECT practice.open_practice('${owner.user.id}')`])).toBe(
      "done",
    );
  });

  it("has the same tables on both sides", async () => {
    const rows = await database.query(
      `SELECT table_name, column_name, data_type FROM information_schema.columns
       WHERE table_schema IN ('public', 'practice') AND table_name IN (
         SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'practice'::regnamespace AND c.relkind = 'r')
       GROUP BY 1, 2, 3 HAVING count(*) <> 2`,
    );
    expect(rows).toEqual([]);
  });
});

it("keeps the sides apart in any order of what is done on both at once", async () => {
  const people = await Promise.all([aiTrader("900"), aiTrader("900")]);
  await storeCandles([4000]);
  const runs: { account: Account; owner: TestTrader; id: string }[] = [];
  let seed = 42;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const spent = { real: 0, practice: 0 };
  const sidesOfRuns = new Set<Account>();
  for (let round = 0; round < 8; round++) {
    if (round % 2 === 1) await closeHour(4000 + random(20));
    await tick(String(4000 + random(20)), { after: 5 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const owner = people[random(2)] as TestTrader;
        const account: Account = random(2) === 0 ? "real" : "practice";
        const kind = random(5);
        // Half of them under a key that the other side has as well.
        const key = random(2) === 0 ? `shared-${round}-${n >> 1}` : newKey();
        const made =
          kind === 0
            ? order(account, owner, "3990", key)
            : kind === 1
              ? resetOf(owner, `reset-${key}`)
              : kind === 4
                ? run(account, owner, key, String(10 * (10 + random(3))))
                : option(account, owner, key, {
                    amount: String(10 + random(20)),
                    direction: kind === 2 ? "up" : "down",
                  });
        const { status, body } = await made;
        expect(body.account).toBe(kind === 1 ? "practice" : account);
        if (status === 201) spent[account] += 1;
        if (kind === 4 && status === 201) {
          runs.push({ account, owner, id: body.run.id });
          sidesOfRuns.add(account);
        }
        return status;
      }),
    );
    expect(answers.every((status) => [200, 201, 409, 422].includes(status))).toBe(true);
    for (const step of [settleOnce, practiceOnce, runStrategiesOnce, practiceStrategiesOnce]) {
      await step();
    }
    await repeatTick();
    await Promise.all([runStrategiesOnce(), practiceStrategiesOnce()]);
    // Some end, also where the other side is asked for them.
    const ended = runs.splice(0, random(2));
    for (const { account, owner, id } of ended) {
      expect((await stop(account === "real" ? "practice" : "real", owner, id)).status).toBe(404);
      expect((await stop(account, owner, id)).status).toBe(200);
    }
  }
  expect(sidesOfRuns.size).toBe(2);
  expect(spent.real).toBeGreaterThan(5);
  expect(spent.practice).toBeGreaterThan(5);
  const users = people.map(({ user }) => user.id);
  const [sums] = await database.query(
    `SELECT (SELECT count(*) FROM practice.ledger_transfer p JOIN ledger_account a ON a.id > 0 AND a.id IN (p.debit_account_id, p.credit_account_id))::int AS crossed,
       (SELECT count(*) FROM ledger_transfer t JOIN practice.ledger_account a ON a.id > 0 AND a.id IN (t.debit_account_id, t.credit_account_id))::int AS crossed_back,
       (SELECT count(*) FROM practice.trade p JOIN trade t ON t.id = p.id)::int AS shared,
       (SELECT count(*) FROM practice.strategy_run p JOIN strategy_run r ON r.id = p.id)::int AS runs_shared,
       (SELECT count(*) FROM practice.trade p JOIN strategy_run r ON r.id = p.strategy_run_id)::int AS runs_crossed,
       (SELECT count(*) FROM trade t JOIN practice.strategy_run r ON r.id = t.strategy_run_id)::int AS runs_crossed_back,
       EXISTS (SELECT FROM practice.trade WHERE type = 'ai') AS has_runs,
       (SELECT count(*) FROM log_queue q JOIN (SELECT id FROM practice.trade UNION ALL SELECT id FROM practice.strategy_run UNION ALL SELECT id FROM practice.strategy_signal) p ON q.ref LIKE p.id || '%')::int AS logged
     WHERE $1::uuid[] IS NOT NULL`,
    [users],
  );
  expect(sums).toEqual({
    crossed: 0,
    crossed_back: 0,
    shared: 0,
    runs_shared: 0,
    runs_crossed: 0,
    runs_crossed_back: 0,
    has_runs: true,
    logged: 0,
  });
  expect(await wrong()).toEqual([]);
});
