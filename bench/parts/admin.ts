import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type QueryResultRow } from "pg";
import { BIG_TABLES, PlanLog } from "@/tests/support/sql/plan-log";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { type LoadSize, seedLoad } from "../../scripts/lib/seed-load";
import { type Helper, startHelper } from "../support/children";
import { BENCH_PASSWORD as PASSWORD, prepareDatabase, siteEnv } from "../support/database";
import { compared, type Measure, median, type PartResult } from "../support/measure";
import type { PreparedReads, ReaderMessage } from "../support/staff-reader";

/** The full size; beside it a hundredth of it is seeded. */
export type AdminOptions = Omit<LoadSize, "seed"> & { rounds: number };

const MAX_RATIO = 2;
const WARM_UP = 2;
/** Fewer fit a page or two, as in a partition of a month that has hardly begun. */
const MANY_ROWS = 500;

type Server = Awaited<ReturnType<typeof startPostgres>>;

/** A database with a load, and the process that reads from it as staff do. */
class Site {
  reader: Helper | undefined;
  constructor(
    private readonly server: Server,
    private readonly dataDir: string,
    readonly name: string,
  ) {}

  get ownerUrl(): string {
    return this.server.url("postgres", PASSWORD, this.name);
  }

  async query<Row extends QueryResultRow>(text: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.ownerUrl });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async seed(size: LoadSize): Promise<void> {
    prepareDatabase(this.ownerUrl);
    await this.open();
    await this.tell({ do: "seed" });
    await seedLoad(this.ownerUrl, size, (line) => console.log(`  ${this.name}: ${line}`));
    await this.close();
  }

  async open(): Promise<void> {
    const { server, dataDir, name } = this;
    this.reader = startHelper(
      "support/staff-reader.ts",
      [],
      siteEnv(server, { dataDir, database: name }),
    );
  }

  tell<Answer>(message: ReaderMessage): Promise<Answer> {
    if (!this.reader) throw new Error("Nobody reads");
    return this.reader.ask<Answer>(message);
  }

  async close(): Promise<void> {
    await this.reader?.stop();
    this.reader = undefined;
  }
}

/** Reads whose plan reads a big table from end to end, with the tables. */
async function sequentialScans(site: Site): Promise<string[]> {
  const log = await PlanLog.on(site);
  await site.open();
  const { names } = await site.tell<PreparedReads>({ do: "prepare" });
  const found: string[] = [];
  for (const name of names) {
    log.take();
    await site.tell({ do: "read", name });
    const scans = log
      .take()
      .filter(
        ({ kind, table, rows }) => kind === "Seq Scan" && rows > MANY_ROWS && BIG_TABLES.has(table),
      );
    for (const { table, statement } of scans) found.push(`${name}: ${table}: ${statement}`);
  }
  await site.close();
  await site.query(`ALTER DATABASE "${site.name}" RESET ALL`);
  return found;
}

type Timing = { name: string; smallMs: number; fullMs: number; ratio: number };

/** Medians of each read, one database after the other in each round. */
async function compare(small: Site, full: Site, rounds: number): Promise<Timing[]> {
  await Promise.all([small.open(), full.open()]);
  const known = await small.tell<PreparedReads>({ do: "prepare" });
  const { names, skipped } = await full.tell<PreparedReads>({ do: "prepare" });
  if (skipped.length > 0) throw new Error(`Nothing to ask of ${skipped.join(", ")}`);
  const timings: Timing[] = [];
  for (const name of names.filter((each) => known.names.includes(each))) {
    const times: { small: number; full: number }[] = [];
    for (let round = 0; round < rounds + WARM_UP; round++) {
      const { ms: ofSmall } = await small.tell<{ ms: number }>({ do: "read", name });
      const { ms: ofFull } = await full.tell<{ ms: number }>({ do: "read", name });
      if (round >= WARM_UP) times.push({ small: ofSmall, full: ofFull });
    }
    const smallMs = median(times.map((time) => time.small));
    const fullMs = median(times.map((time) => time.full));
    timings.push({ name, smallMs, fullMs, ratio: fullMs / smallMs });
  }
  await Promise.all([small.close(), full.close()]);
  return timings;
}

/** One line an endpoint: the read of it that grows the most. */
function toMeasures(timings: Timing[]): Measure[] {
  const worst = new Map<string, Timing>();
  for (const timing of timings) {
    const [path = ""] = timing.name.split(" ");
    if (timing.ratio > (worst.get(path)?.ratio ?? 0)) worst.set(path, timing);
  }
  return [...worst.values()].map(({ name, smallMs, fullMs }) =>
    compared(name.replace("/api/", ""), fullMs, "ms", {
      ceiling: smallMs,
      of: "a hundredth",
      atMost: MAX_RATIO,
    }),
  );
}

/** Every list, search and page of staff at the full size against a hundredth of it, and their plans. */
export async function benchAdmin(options: AdminOptions): Promise<PartResult> {
  const { users, trades, entries, rounds } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "aurum-bench-"));
  const server = await startPostgres({ dataDir, password: PASSWORD, durable: true });
  const small = new Site(server, dataDir, "hundredth");
  const full = new Site(server, dataDir, "full");
  try {
    const postgres = new Site(server, dataDir, "postgres");
    for (const { name } of [small, full]) await postgres.query(`CREATE DATABASE "${name}"`);
    const of = (share: number): LoadSize => ({
      users: users * share,
      trades: trades * share,
      entries: entries * share,
      seed: 1,
    });
    const startedAt = performance.now();
    await small.seed(of(0.01));
    await full.seed(of(1));
    const seedSeconds = Math.round((performance.now() - startedAt) / 1000);
    const scans = await sequentialScans(full);
    const timings = await compare(small, full, rounds);
    const isScanFree = scans.length === 0;
    return {
      measures: [
        ...toMeasures(timings),
        {
          name: "reads with a sequential scan of a big table",
          value: scans.length,
          unit: "",
          target: "<= 0",
          met: isScanFree,
        },
      ],
      details: { seedSeconds, scans, timings },
    };
  } finally {
    await Promise.allSettled([small.close(), full.close()]);
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
