import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { runSqlFile } from "../../scripts/lib/sql-file";
import { compared, formatMeasures, type Measure, median } from "../support/measure";
import { IN_FLIGHT, openFromNode, orderOf } from "./opening";
import { createTpcb, type Protocol, pgbench, type Server } from "./pgbench";
import { createPgledger } from "./pgledger";
import { clearBacklog, measureSettlement, resumeClock, type Settlement, USERS } from "./settlement";

const PASSWORD = "bench";
/** What waits while others are opened goes together. */
const MANY_IN_FLIGHT = 64;

export type LedgerBench = { measures: Measure[]; settlements: Settlement[] };
export type LedgerBenchOptions = {
  scale?: number;
  rounds?: number;
  seconds?: number;
  settlements?: number[];
};

async function prepareDatabase(server: Server, owner: Client): Promise<void> {
  execFileSync(process.execPath, ["--import", "tsx", "scripts/prepare.ts"], {
    env: {
      ...process.env,
      MIGRATION_DATABASE_URL: `postgresql://postgres:${PASSWORD}@${server.host}:${server.port}/ledger`,
      APP_DATABASE_PASSWORD: PASSWORD,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await owner.connect();
  await runSqlFile(owner, join(__dirname, "populate.sql"), { users: USERS });
}

/** Keeps the market fresh while `work` runs, as the feed does. */
async function withTicks<T>(owner: Client, work: () => Promise<T>): Promise<T> {
  const tick = () =>
    owner.query(
      `SELECT record_tick(400000000000, 400000000000, 400000000000, '[{"source":"simulated"}]', 3, true)`,
    );
  await tick();
  const timer = setInterval(() => void tick(), 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Calls a second, of one protocol. */
type Calls = { tpcb: number; uniform: number; house: number; open: number };

/** How many accounts a user has: the same ones of two users are as far apart. */
async function accountsOf(owner: Client, user: string | undefined): Promise<number> {
  const { rowCount } = await owner.query("SELECT FROM ledger_account WHERE owner_id = $1", [user]);
  return rowCount ?? 0;
}

type Round = { simple: Calls; prepared: Calls; node: number; batches: number; pgledger: number };

async function measureRound(
  server: Server,
  owner: Client,
  users: string[],
  seconds: number,
  withPgledger: boolean,
): Promise<Round> {
  const variables = { users: USERS, first: 1, step: await accountsOf(owner, users[0]) };
  const calls = async (database: string, script: string | null, protocol: Protocol) =>
    (await pgbench(server, database, script, { seconds, protocol, variables })).tps;
  const callsOf = async (protocol: Protocol): Promise<Calls> => ({
    tpcb: await calls("tpcb", null, protocol),
    uniform: await calls("ledger", "post-uniform.sql", protocol),
    house: await calls("ledger", "post-house.sql", protocol),
    open: await withTicks(owner, () => calls("ledger", "open-option.sql", protocol)),
  });
  const simple = await callsOf("simple");
  const pgledger = withPgledger ? await calls("pgledger", "pgledger-open.sql", "simple") : 0;
  const prepared = await callsOf("prepared");
  const node = await withTicks(owner, () => openFromNode(users, seconds));
  const batches = await withTicks(owner, () => openFromNode(users, seconds, MANY_IN_FLIGHT));
  return { simple, prepared, node, batches, pgledger };
}

/**
 * Ratios are taken within each round, whose parts run one after the other, and then their median. The targets belong to
 * pgbench's own protocol, in which each statement is parsed anew: docs/decisions/money/ledger.md. The prepared ones stand
 * beside them.
 */
function toMeasures(rounds: Round[]): Measure[] {
  const against = (
    name: string,
    part: (round: Round) => number,
    of: string,
    ceiling: (round: Round) => number,
    atLeast?: number,
  ): Measure => {
    const ratio = median(rounds.map((round) => part(round) / ceiling(round)));
    return {
      name,
      value: median(rounds.map(part)),
      unit: "tps",
      ceiling: median(rounds.map(ceiling)),
      ratio,
      ...(atLeast && { target: `>= ${atLeast} x ${of}`, met: ratio >= atLeast }),
    };
  };
  const tpcb = (name: string, part: keyof Calls, atLeast: number): Measure[] => [
    against(
      name,
      ({ simple }) => simple[part],
      "tpcb",
      ({ simple }) => simple.tpcb,
      atLeast,
    ),
    against(
      `${name}, both prepared`,
      ({ prepared }) => prepared[part],
      "tpcb",
      ({ prepared }) => prepared.tpcb,
    ),
  ];
  const open = ({ prepared }: Round) => prepared.open;
  return [
    ...tpcb("post, uniform", "uniform", 1.7),
    ...tpcb("post, every transfer touching the house", "house", 1.4),
    ...tpcb("open_option through pgbench", "open", 1.3),
    ...(rounds.some(({ pgledger }) => pgledger > 0)
      ? [
          against(
            "open_option beside pgledger's two transfers",
            ({ simple }) => simple.open,
            "pgledger",
            ({ pgledger }) => pgledger,
            3,
          ),
        ]
      : []),
    against("openOption from Node, 16 in flight", ({ node }) => node, "open, prepared", open, 0.6),
    against(
      `options opened in batches, ${MANY_IN_FLIGHT} in flight`,
      ({ batches }) => batches,
      "tpcb",
      ({ simple }) => simple.tpcb,
      2.5,
    ),
  ];
}

function settlementMeasures(settlements: Settlement[]): Measure[] {
  const costs = settlements.map((settlement) => settlement.microsPerOption);
  const growth = (costs.at(-1) ?? 0) / (costs[0] ?? 1);
  const { options, openBesideP99Ms, openIdleP99Ms } = settlements.at(-1) ?? {};
  return [
    ...settlements.map(({ options, settleMs }) => {
      const limitMs = options >= 100_000 ? 2500 : options >= 10_000 ? 1000 : null;
      return {
        name: `settling ${options} options due in one second`,
        value: settleMs,
        unit: "ms",
        ...(limitMs && { target: `<= ${limitMs} ms`, met: settleMs <= limitMs }),
      };
    }),
    {
      name: "cost per option, largest against smallest",
      value: growth,
      unit: "x",
      target: "<= 1.5 x",
      met: growth <= 1.5,
    },
    ...(openBesideP99Ms && openIdleP99Ms
      ? [
          compared(`opening beside the settlement of ${options}, p99`, openBesideP99Ms, "ms", {
            ceiling: openIdleP99Ms,
            of: "idle",
            atMost: 4,
          }),
        ]
      : []),
  ];
}

/**
 * Measures the ledger beside pgbench's TPC-B-like transaction on a database of its own, with every
 * durability setting as in production. Needs pgbench in the path. With the folder of a clone of pgledger
 * in PGLEDGER its two transfers are measured, too.
 */
export async function benchLedger(options: LedgerBenchOptions = {}): Promise<LedgerBench> {
  const { scale = 50, rounds = 3, seconds = 5, settlements = [1000, 10_000, 100_000] } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "aurum-bench-"));
  const postgres = await startPostgres({ dataDir, password: PASSWORD, durable: true });
  const server: Server = { host: "127.0.0.1", port: postgres.port, password: PASSWORD };
  const urlOf = (user: string, name: string) =>
    `postgresql://${user}:${PASSWORD}@${server.host}:${server.port}/${name}`;
  const admin = new Client({ connectionString: urlOf("postgres", "postgres") });
  const ofLedger = () => new Client({ connectionString: urlOf("postgres", "ledger") });
  const owner = ofLedger();
  const openers = Array.from({ length: IN_FLIGHT }, ofLedger);
  try {
    await admin.connect();
    await admin.query("CREATE DATABASE tpcb");
    await admin.query("CREATE DATABASE ledger");
    await prepareDatabase(server, owner);
    await createTpcb(server, "tpcb", scale);
    const { PGLEDGER } = process.env;
    if (PGLEDGER) {
      await admin.query("CREATE DATABASE pgledger");
      await createPgledger(PGLEDGER, urlOf("postgres", "pgledger"), USERS);
    }
    Object.assign(process.env, {
      DATABASE_URL: urlOf("app", "ledger"),
      DATABASE_POOL_SIZE: String(IN_FLIGHT * 2),
      NEXTAUTH_SECRET: "only-for-benchmarks-only-for-benchmarks",
      NEXTAUTH_URL: "http://localhost:3000",
      DATA_DIR: dataDir,
    });
    const { openOption } = await import("@/lib/ledger/open-option");
    const { enterDue, settleDue } = await import("@/lib/ledger/options");
    const { closeDatabase } = await import("@/lib/platform/db");
    const rows = await owner.query<{ user_id: string }>(
      "SELECT user_id FROM bench_user ORDER BY n",
    );
    const users = rows.rows.map((row) => row.user_id);
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round++)
      measured.push(await measureRound(server, owner, users, seconds, Boolean(PGLEDGER)));
    // Only the options that are measured shall be due.
    await clearBacklog(owner, enterDue, settleDue);
    await Promise.all(openers.map((opener) => opener.connect()));
    const settled: Settlement[] = [];
    const calls = { enter: enterDue, settle: settleDue };
    for (const count of settlements.slice(0, -1)) {
      settled.push(await measureSettlement(owner, openers, count, calls));
    }
    // Whoever opens during the last one leaves options behind, which no later one may find.
    let opened = 0;
    const open = () => openOption(orderOf(users, opened++));
    for (const count of settlements.slice(-1)) {
      settled.push(await measureSettlement(owner, openers, count, { ...calls, open }));
    }
    await resumeClock(owner);
    await closeDatabase();
    return {
      measures: [...toMeasures(measured), ...settlementMeasures(settled)],
      settlements: settled,
    };
  } finally {
    await Promise.allSettled([admin, owner, ...openers].map((client) => client.end()));
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (require.main === module) {
  benchLedger()
    .then((result) =>
      process.stdout.write(`${formatMeasures(result.measures)}\n${JSON.stringify(result)}\n`),
    )
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exitCode = 1;
    });
}
