/**
 * `npm run bench`, or with names only some parts of it: `npm run bench -- http pages`.
 * `--small` runs everything with small numbers, to see that it works. Prints a table and keeps the
 * results in bench/results/. Exit code: 0 when every target is met, 1 when a part did not run or a
 * page is over its budget, 2 for a wrong name, 3 when nothing but targets of speed was missed (which
 * small numbers can't judge).
 */
import { execFileSync, fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { formatMeasures, type PartResult } from "./support/measure";

type Result = PartResult & { table?: string };

/** A part that takes longer is ended, so that the others are measured all the same. */
const MAX_PART_MS = 30 * 60_000;
/** These write ten million ledger entries first, or thirty million of the public log. */
const MAX_LONG_MS = 90 * 60_000;
const LONG = ["admin", "log"];
/** Each part runs in a process of its own: the application's modules know one database only. */
const parts: Record<string, (small: boolean) => Promise<Result>> = {
  async ledger(small) {
    const { benchLedger } = await import("./ledger/run");
    const { measures, settlements } = await benchLedger(
      small ? { scale: 1, rounds: 1, seconds: 1, settlements: [100, 1000] } : {},
    );
    return { measures, details: { settlements } };
  },
  async http(small) {
    const { benchHttp } = await import("./parts/http");
    return benchHttp(
      small
        ? { users: 100, rounds: 1, seconds: 2, inFlight: [8] }
        : { users: 2_000, rounds: 3, seconds: 8, inFlight: [16, 64] },
    );
  },
  async settlement(small) {
    const { benchSettlement } = await import("./parts/settlement");
    return benchSettlement(
      small ? { users: 100, counts: [100, 500] } : { users: 10_000, counts: [1_000, 10_000] },
    );
  },
  async "log-cost"(small) {
    const { benchLogCost } = await import("./parts/log-cost");
    return benchLogCost(
      small
        ? { users: 100, rounds: 2, seconds: 2, options: 200 }
        : { users: 2_000, rounds: 10, seconds: 5, options: 5_000 },
    );
  },
  async events(small) {
    const { benchEvents } = await import("./parts/events");
    return benchEvents(
      small ? { users: 200, rounds: 1, seconds: 1 } : { users: 5_000, rounds: 9, seconds: 1 },
    );
  },
  async sockets(small) {
    const { benchSockets } = await import("./parts/sockets");
    return benchSockets(
      small
        ? { sockets: 200, users: 20, seconds: 5 }
        : { sockets: 5_000, users: 1_000, seconds: 20 },
    );
  },
  async redis(small) {
    const { benchSocketsThroughRedis } = await import("./parts/sockets-redis");
    return benchSocketsThroughRedis(
      small
        ? { sockets: 200, users: 20, seconds: 5 }
        : { sockets: 20_000, users: 1_000, seconds: 20 },
    );
  },
  async history(small) {
    const { benchHistory } = await import("./parts/history");
    return benchHistory(
      small
        ? { few: 10_000, many: 100_000, users: 20, requests: 50 }
        : { few: 100_000, many: 10_000_000, users: 200, requests: 500 },
    );
  },
  async portfolio(small) {
    const { benchPortfolio } = await import("./parts/portfolio");
    return benchPortfolio(
      small
        ? { entries: 5_000, options: 500, requests: 3 }
        : { entries: 100_000, options: 10_000, requests: 30 },
    );
  },
  async admin(small) {
    const { benchAdmin } = await import("./parts/admin");
    return benchAdmin(
      small
        ? { users: 10_000, trades: 10_000, entries: 100_000, rounds: 3 }
        : { users: 1_000_000, trades: 1_000_000, entries: 10_000_000, rounds: 9 },
    );
  },
  async start() {
    const { benchStart } = await import("./parts/start");
    return benchStart();
  },
  async balance(small) {
    const { benchBalance } = await import("./parts/balance");
    return benchBalance(small ? { accounts: 1_000, rounds: 1 } : { accounts: 100_000, rounds: 3 });
  },
  async liabilities(small) {
    const { benchLiabilities } = await import("./parts/liabilities");
    return benchLiabilities({ accounts: small ? 1_000 : 1_000_000 });
  },
  async log(small) {
    const { benchLog } = await import("./parts/log");
    return benchLog(small ? { entries: 70_000, proofs: 20 } : { entries: 30_000_000, proofs: 500 });
  },
  async chart(small) {
    const { benchChart } = await import("./parts/chart");
    return benchChart(small ? { candles: 900, moves: 30 } : { candles: 5_000, moves: 240 });
  },
  async pages(small) {
    const { benchPages } = await import("./parts/pages");
    return benchPages({ vitals: !small, only: process.env.BENCH_PAGES });
  },
};

/** Runs one part in a child process. */
function measurePart(name: string, small: boolean): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(__filename, ["--part", name, ...(small ? ["--small"] : [])], {
      execArgv: ["--import", "tsx"],
    });
    let result: Result | undefined;
    // Its database and servers hold the other end of a pipe and end with it.
    const limit = setTimeout(
      () => child.kill("SIGKILL"),
      LONG.includes(name) ? MAX_LONG_MS : MAX_PART_MS,
    );
    child.once("message", (message) => {
      result = message as Result;
    });
    child.once("exit", (code) => {
      clearTimeout(limit);
      if (code === 0 && result) resolve(result);
      else reject(new Error(code === null ? "it took too long" : "it did not finish"));
    });
  });
}

function keep(results: Record<string, Result>): string {
  const folder = join(__dirname, "results");
  const at = new Date();
  const file = join(folder, `${at.toISOString().replaceAll(":", "-")}.json`);
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    load: loadavg(),
    node: process.version,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at, machine, results }, null, 2)}\n`);
  return file;
}

async function main(args: string[]): Promise<number> {
  const small = args.includes("--small");
  const names = args.filter((arg) => !arg.startsWith("--"));
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    console.error(
      `No such part: ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}.`,
    );
    return 2;
  }
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  const [load = 0] = loadavg();
  if (load > cpus().length) console.log(`The machine is busy (load ${load.toFixed(1)}).`);
  const results: Record<string, Result> = {};
  for (const name of names.length > 0 ? names : Object.keys(parts)) {
    console.log(`\n${name}`);
    const startedAt = performance.now();
    const result = await measurePart(name, small).catch(
      // The others are worth having all the same.
      (error: unknown): Result => ({ measures: [], failures: [`${name}: ${String(error)}`] }),
    );
    results[name] = result;
    console.log(result.table ?? formatMeasures(result.measures));
    console.log(`(${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
  }
  console.log(`\nKept in ${keep(results)}`);
  const failures = Object.values(results).flatMap((result) => result.failures ?? []);
  for (const failure of failures) console.error(failure);
  const missed = Object.values(results).flatMap(({ measures }) =>
    measures.filter(({ met }) => met === false),
  );
  for (const { name, target } of missed) console.error(`Missed: ${name} (${target})`);
  if (failures.length > 0) return 1;
  return missed.length > 0 && !small ? 3 : 0;
}

async function runPart(name: string, small: boolean): Promise<void> {
  const result = await parts[name]?.(small);
  process.send?.(result, () => process.exit(0));
}

const args = process.argv.slice(2);
const partAt = args.indexOf("--part");
const work =
  partAt >= 0
    ? runPart(args[partAt + 1] ?? "", args.includes("--small"))
    : main(args).then((code) => {
        process.exitCode = code;
      });
work.catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
