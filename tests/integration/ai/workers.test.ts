import { fork } from "node:child_process";
import fc from "fast-check";
import { Client } from "pg";
import { advanceRuns, fillSignals, runStrategiesOnce } from "@/lib/ai/runner";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { program } from "@/tests/support/program";
import {
  aiTrader,
  closeHour,
  detail,
  endAllRuns,
  micro,
  money,
  openMarket,
  start,
  startedRun,
  stop,
  storeCandles,
  tick,
  wait,
} from "./support";

beforeAll(openMarket);
beforeEach(async () => {
  await tick("4000");
  await storeCandles([4000]);
});
afterEach(async () => {
  await tick("4000");
  await endAllRuns();
});
afterAll(async () => {
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});

const four = (work: () => Promise<unknown>) => Promise.all([work(), work(), work(), work()]);

describe("several workers at once", () => {
  it("decide on each candle once and fill each signal once", async () => {
    const owner = await aiTrader({ usdt: "2000" });
    const ids: string[] = [];
    for (let run = 0; run < 6; run += 1) ids.push(await startedRun(owner));
    for (let hour = 0; hour < 3; hour += 1) {
      await closeHour(4000);
      await four(advanceRuns);
      await tick("4000");
      await four(fillSignals);
    }
    for (const id of ids) {
      const { run, signals, fills } = (await detail(owner, id)).body;
      expect(signals.map(({ status }) => status)).toEqual(["filled", "filled", "filled"]);
      expect(new Set(signals.map(({ candleAt }) => candleAt)).size).toBe(3);
      expect([fills.length, run.cash]).toEqual([3, "70.000000"]);
    }
    expect((await money(owner)).split(" ").slice(0, 2)).toEqual(["1400.000000", "420.000000"]);
  });

  it("don't wait for a run that another one is deciding on", async () => {
    const owner = await aiTrader();
    const [slow, free] = [await startedRun(owner), await startedRun(owner)];
    await closeHour(4000);
    await prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM strategy_run WHERE id = ${slow}::uuid FOR NO KEY UPDATE`;
      expect(await advanceRuns()).toBe(1);
      expect((await detail(owner, free)).body.run.pending).toBe(true);
    });
    expect(await advanceRuns()).toBe(1);
    expect((await detail(owner, slow)).body.run.pending).toBe(true);
  });

  it("fill nothing at a price that grew older than 10 s while they waited for the owner's money", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await advanceRuns();
    await tick("4000");
    const holder = new Client({ connectionString: testDatabase().ownerUrl });
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM ledger_account WHERE owner_id = $1 FOR UPDATE", [
      owner.user.id,
    ]);
    const filling = fillSignals();
    await until("the fill waits", async () => {
      const rows = await testDatabase().query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    });
    await wait(11);
    await holder.end();
    expect(await filling).toBe(1);
    const { run, signals } = (await detail(owner, id)).body;
    expect(signals[0]).toMatchObject({
      status: "lapsed",
      note: "It was not filled within 10 s of its price",
    });
    expect(run.fills).toBe(0);
  });

  it("go on with the others when one run can't be decided on", async () => {
    const owner = await aiTrader();
    const [broken, sound] = [await startedRun(owner), await startedRun(owner)];
    await testDatabase().query("UPDATE strategy_run SET strategy = 'gone' WHERE id = $1", [broken]);
    await closeHour(4000);
    await runStrategiesOnce();
    expect((await detail(owner, sound)).body.run.pending).toBe(true);
    await testDatabase().query("UPDATE strategy_run SET strategy = 'dca' WHERE id = $1", [broken]);
    await runStrategiesOnce();
    expect((await detail(owner, broken)).body.run.pending).toBe(true);
  });
});

/** Makes the database refuse every change of these rows, and only these, until undone. */
async function breakRows(table: string, ids: string[]): Promise<() => Promise<unknown>> {
  const list = ids.map((id) => `'${id}'`).join(",");
  await testDatabase().query(`
    CREATE FUNCTION refuse_broken() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'broken for the test'; END $$;
    CREATE TRIGGER broken BEFORE UPDATE ON ${table} FOR EACH ROW
      WHEN (OLD.id IN (${list})) EXECUTE FUNCTION refuse_broken()`);
  return () =>
    testDatabase().query(`DROP TRIGGER broken ON ${table}; DROP FUNCTION refuse_broken()`);
}

/** Runs that belong to nobody's money, each with a signal that nobody filled in time. @returns the signals' ids */
async function addOldSignals(like: string, count: number): Promise<string[]> {
  const rows = await testDatabase().query<{ id: string }>(
    `WITH run AS (
       INSERT INTO strategy_run (user_id, strategy, params, "interval", allocated_micro, status, cash_micro, returned_micro,
         last_candle_at, stopped_at)
       SELECT user_id, strategy, params, "interval", 1, 'stopped', 0, 0, last_candle_at, app_now()
       FROM strategy_run, generate_series(1, $2) WHERE id = $1 RETURNING id
     )
     INSERT INTO strategy_signal (run_id, candle_at, action, amount_micro, reason, created_at)
     SELECT id, app_now(), 'buy', 1, 'test', app_now() - interval '2 minutes' FROM run RETURNING id`,
    [like, count],
  );
  return rows.map(({ id }) => id);
}

describe("what can't be finished", () => {
  it("does not keep other signals from being filled, however many and old it is", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    const broken = await addOldSignals(id, 200);
    const undo = await breakRows("strategy_signal", broken);
    await closeHour(4000);
    await advanceRuns();
    await tick("4000");
    expect(await fillSignals()).toBe(0);
    expect(await fillSignals()).toBe(1);
    expect((await detail(owner, id)).body.run.fills).toBe(1);
    await undo();
    expect(await fillSignals()).toBe(200);
    await testDatabase().query("DELETE FROM strategy_signal WHERE id = ANY ($1)", [broken]);
    await testDatabase().query("DELETE FROM strategy_run WHERE allocated_micro = 1");
  });

  it("does not keep other runs from ending", async () => {
    const owner = await aiTrader();
    const [broken, sound] = [await startedRun(owner), await startedRun(owner)];
    await closeHour(4000);
    await advanceRuns();
    await tick("4000");
    await fillSignals();
    await wait(11);
    // Both hold gold, and without a fresh price it can't be sold.
    for (const id of [broken, sound])
      expect((await stop(owner, id)).body.run.status).toBe("stopping");
    const undo = await breakRows("strategy_run", [broken]);
    await tick("4000");
    await runStrategiesOnce();
    expect((await detail(owner, sound)).body.run.status).toBe("stopped");
    expect((await detail(owner, broken)).body.run.status).toBe("stopping");
    await undo();
    await runStrategiesOnce();
    expect((await detail(owner, broken)).body.run.status).toBe("stopped");
  });
});

/** Makes the database undo the first such change, as it does to one of two that wait for each other, until undone. */
async function loseRaceOnce(event: "INSERT" | "UPDATE"): Promise<() => Promise<unknown>> {
  await testDatabase().query(`
    CREATE SEQUENCE changes;
    CREATE FUNCTION lose_race() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF nextval('public.changes') = 1 THEN RAISE EXCEPTION 'lost' USING ERRCODE = 'deadlock_detected'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER lost_race BEFORE ${event} ON strategy_run FOR EACH ROW EXECUTE FUNCTION lose_race()`);
  return () =>
    testDatabase().query(
      "DROP TRIGGER lost_race ON strategy_run; DROP FUNCTION lose_race(); DROP SEQUENCE changes",
    );
}

describe("a transaction that the database undoes for another", () => {
  it("is repeated when a run starts and when it stops", async () => {
    const owner = await aiTrader();
    const undoStart = await loseRaceOnce("INSERT");
    const { status, body } = await start(owner);
    await undoStart();
    expect(status).toBe(201);
    expect(await money(owner)).toBe("900.000000 100.000000 0.000000");
    const undoStop = await loseRaceOnce("UPDATE");
    const stopped = await stop(owner, body.run.id);
    await undoStop();
    expect([stopped.status, stopped.body.run?.status]).toEqual([200, "stopped"]);
    expect(await money(owner)).toBe("1000.000000 0.000000 0.000000");
  });
});

/** Works in another process until it is killed. */
function startWorker() {
  const worker = fork(program("tests/support/processes/strategy-worker.ts"), {
    env: process.env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ready = new Promise((resolve) => worker.once("message", resolve));
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  return {
    ready,
    kill: async () => {
      worker.kill("SIGKILL");
      await ended;
    },
  };
}

describe("a worker that is killed", () => {
  it("leaves nothing half done: others go on where it was", async () => {
    const owner = await aiTrader({ usdt: "2000" });
    const ids: string[] = [];
    for (let run = 0; run < 8; run += 1) ids.push(await startedRun(owner));
    const worker = startWorker();
    await worker.ready;
    await closeHour(4000);
    await tick("4000");
    await worker.kill();
    for (let pass = 0; pass < 3; pass += 1) {
      await runStrategiesOnce();
      await tick("4000");
    }
    for (const id of ids) {
      const { run, signals, fills } = (await detail(owner, id)).body;
      expect([signals.length, fills.length, run.cash]).toEqual([1, 1, "90.000000"]);
    }
  }, 30_000);
});

it("never spends more than was allocated, whatever the prices and strategies", async () => {
  const kinds = [
    { strategy: "dca", params: { interval: "1h", purchases: 2, every: 1 } },
    { strategy: "grid", params: { interval: "1h", levels: 2, step: 0.5 } },
    {
      strategy: "mean-reversion",
      params: { interval: "1h", bandPeriod: 10, deviations: 1, rsiPeriod: 5, oversold: 45 },
    },
    { strategy: "ema-crossover", params: { interval: "1h", fast: 5, slow: 10 } },
  ];
  const price = fc.integer({ min: 3_600, max: 4_400 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(price, { minLength: 3, maxLength: 3 }),
      fc.array(price, { minLength: 45, maxLength: 45 }),
      async (closes, history) => {
        await tick("4000");
        await storeCandles(history);
        const owner = await aiTrader();
        const ids = await Promise.all(
          kinds.map((kind) => startedRun(owner, { ...kind, amount: "50" })),
        );
        for (const close of closes) {
          await closeHour(close);
          await runStrategiesOnce();
          await tick(String(close + 3));
          await runStrategiesOnce();
        }
        const runs = await Promise.all(ids.map((id) => detail(owner, id)));
        const sum = (pick: (run: (typeof runs)[0]["body"]["run"]) => string) =>
          runs.reduce((total, { body }) => total + micro(pick(body.run)), 0n);
        const [available, usdt, xaut] = (await money(owner)).split(" ").map(micro);
        expect([available, usdt, xaut]).toEqual([
          800_000_000n,
          sum(({ cash }) => cash),
          sum(({ holding }) => holding),
        ]);
        await tick("4000");
        await endAllRuns();
        expect((await money(owner)).split(" ").slice(1)).toEqual(["0.000000", "0.000000"]);
      },
    ),
    { numRuns: 3 },
  );
}, 30_000);

it("lets nobody but the database's functions change a run or a signal", async () => {
  const owner = await aiTrader();
  const id = await startedRun(owner);
  await expect(
    prisma.strategyRun.update({ where: { id }, data: { cashMicro: 1_000_000_000n } }),
  ).rejects.toThrow(/permission denied|not have permission|denied access/i);
  await expect(
    prisma.strategySignal.create({
      data: { runId: id, candleAt: new Date(), action: "buy", amountMicro: 1n, reason: "" },
    }),
  ).rejects.toThrow(/permission denied|not have permission|denied access/i);
});
