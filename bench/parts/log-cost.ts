import { setTimeout as delay } from "node:timers/promises";
import { until } from "../../tests/support/poll";
import { type BenchApp, populate, startApp } from "../support/app";
import { startHelper } from "../support/children";
import type { Load } from "../support/generator";
import { compared, median, type PartResult } from "../support/measure";
import { measurer, TRADE } from "./http";
import { settleTogether } from "./settlement";

export type LogCostOptions = { users: number; rounds: number; seconds: number; options: number };

/** The advisory lock of whoever sequences. While somebody else holds it the log stands still, and what waits stays. */
const LOCK = "0x7075626c6f67";
const IN_FLIGHT = 16;
const CATCH_UP_MS = 300_000;

async function standStill({ owner }: BenchApp): Promise<void> {
  await owner.query(`SELECT pg_advisory_lock(${LOCK})`);
}

async function goOn({ owner }: BenchApp): Promise<void> {
  await owner.query(`SELECT pg_advisory_unlock(${LOCK})`);
  const hasCaughtUp = async () => {
    const { rows } = await owner.query("SELECT FROM log_queue LIMIT 1 OFFSET 100");
    return rows.length === 0;
  };
  await until("the log has caught up", hasCaughtUp, CATCH_UP_MS);
}

/** The same with the log standing still and going on, in turn, beginning with the other one each time. */
async function inTurn<Result>(app: BenchApp, rounds: number, measure: () => Promise<Result>) {
  const pairs: { on: Result; off: Result }[] = [];
  const off = async () => {
    await standStill(app);
    const result = await measure();
    await goOn(app);
    return result;
  };
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) pairs.push({ off: await off(), on: await measure() });
    else pairs.push({ on: await measure(), off: await off() });
  }
  return pairs;
}

const IDLE_MS = 2_000;

/**
 * Processor time of an opened option while the log stands still, and of the entry that it becomes when it goes on: what
 * a machine has to do does not depend on what else it does at that moment, so that this tells more with fewer rounds.
 */
async function cpuOf(app: BenchApp, open: () => Promise<{ answered: number }>) {
  await standStill(app);
  const before = app.cpuMs();
  const { answered } = await open();
  const opened = app.cpuMs();
  const hasEntered = async () => {
    const { rows } = await app.owner.query(
      "SELECT FROM trade WHERE status = 'open' AND entry_tick_seq IS NULL LIMIT 1",
    );
    return rows.length === 0;
  };
  await until("all options have their price", hasEntered, CATCH_UP_MS);
  const quiet = app.cpuMs();
  await delay(IDLE_MS);
  const idle = (app.cpuMs() - quiet) / IDLE_MS;
  const { rows } = await app.owner.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM log_queue",
  );
  const [from, startedAt] = [app.cpuMs(), performance.now()];
  await goOn(app);
  const spent = app.cpuMs() - from - idle * (performance.now() - startedAt);
  return { openMs: (opened - before) / answered, entryMs: spent / (rows[0]?.count ?? 1) };
}

/** What the public log costs those who trade, and settlement, on the instance that sequences. */
export async function benchLogCost(options: LogCostOptions): Promise<PartResult> {
  const app = await startApp();
  const generator = startHelper("support/generator.ts");
  try {
    const people = await populate(app, options.users);
    const tokens = people.map(({ token }) => token);
    const send = measurer(generator);
    const load: Load = {
      url: app.url,
      method: "POST",
      path: "/api/trades",
      tokens,
      body: TRADE,
      inFlight: IN_FLIGHT,
      seconds: options.seconds,
    };
    await send(load);
    const trades = await inTurn(app, options.rounds, () => send(load));
    const costs: { openMs: number; entryMs: number }[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      costs.push(await cpuOf(app, () => send(load)));
    }
    await settleTogether(app, options.users, 100);
    const settlements = await inTurn(app, Math.ceil(options.rounds / 2), () =>
      settleTogether(app, options.users, options.options),
    );
    const middle = <Pair>(pairs: Pair[], of: (pair: Pair) => number) => median(pairs.map(of));
    const settledASecond = ({ busyMs }: { busyMs: number }) => (options.options / busyMs) * 1000;
    return {
      measures: [
        compared(
          `POST /api/trades with the log, ${IN_FLIGHT} in flight`,
          middle(trades, ({ on }) => on.perSecond),
          "/s",
          {
            ceiling: middle(trades, ({ off }) => off.perSecond),
            of: "while it stands still",
            atLeast: 0.95,
            ratio: middle(trades, ({ on, off }) => on.perSecond / off.perSecond),
          },
        ),
        compared(
          "processor time of an option without its entry",
          middle(costs, ({ openMs }) => openMs),
          "ms",
          {
            ceiling: middle(costs, ({ openMs, entryMs }) => openMs + entryMs),
            of: "with it",
            atLeast: 0.95,
            ratio: middle(costs, ({ openMs, entryMs }) => openMs / (openMs + entryMs)),
          },
        ),
        compared(
          `${options.options} options settled with the log`,
          middle(settlements, ({ on }) => settledASecond(on)),
          "/s",
          {
            ceiling: middle(settlements, ({ off }) => settledASecond(off)),
            of: "while it stands still",
            atLeast: 0.95,
            ratio: middle(settlements, ({ on, off }) => off.busyMs / on.busyMs),
          },
        ),
      ],
      details: { trades, costs, settlements },
    };
  } finally {
    await generator.stop();
    await app.close();
  }
}
