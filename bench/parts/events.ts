import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Tx } from "@/lib/platform/db";
import type { RealtimeEvent } from "@/lib/platform/realtime";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { runSqlFile } from "../../scripts/lib/sql-file";
import { compared, type Measure, median, type PartResult } from "../support/measure";

export type EventsOptions = { users: number; rounds: number; seconds: number };

const PASSWORD = "bench";
const IN_FLIGHT = 32;
const MICRO = 1_000_000n;
const AT_LEAST = 0.75;

/** How the same commits tell what they did: not at all, by the outbox, or by a NOTIFY of their own as before. */
const WAYS = ["nothing", "outbox", "notify"] as const;
type Way = (typeof WAYS)[number];
type Publish = (tx: Tx, ...events: RealtimeEvent[]) => Promise<unknown>;
type Publishers = Record<"atOnce" | "last", (tx: Tx, events: RealtimeEvent[]) => Promise<unknown>>;
const none = async () => undefined;

/** What the application does in one transaction for one user. */
type Work = (tx: Tx, userId: string, publish: Publish) => Promise<void>;

/** Loaded when the environment says where the database is. */
async function loadProduct() {
  const { closeDatabase, prisma, transaction } = await import("@/lib/platform/db");
  const { postTransfers } = await import("@/lib/ledger/mutations");
  const { writeNotifications } = await import("@/lib/notifications/mutations");
  const { insertEvents, wakeRelay } = await import("@/lib/platform/outbox");
  const { startRelay } = await import("@/lib/platform/outbox/relay");
  const { EVENT_CHANNEL, pack } = await import("@/lib/platform/realtime/events");
  const { asWritten } = await import("@/lib/platform/text");
  const { deliveries } = await import("@/deliveries");
  const events = { insertEvents, wakeRelay, startRelay, deliveries, EVENT_CHANNEL, pack };
  return {
    closeDatabase,
    prisma,
    transaction,
    postTransfers,
    writeNotifications,
    asWritten,
    ...events,
  };
}
type Product = Awaited<ReturnType<typeof loadProduct>>;

type Places = { planId: string; walletId: string };

function worksOf(product: Product, { planId, walletId }: Places): Record<string, Work> {
  const hash = Buffer.alloc(32, 1);
  const notify = async (tx: Tx, userId: string, type: string, publish: Publish) => {
    const [title, message] = [
      product.asWritten("Done"),
      product.asWritten("0.025 XAUT for 100.00"),
    ];
    const written = await product.writeNotifications(tx, [{ userId, type, title, message }]);
    await publish(tx, ...written);
  };
  return {
    async storage(tx, userId, publish) {
      const [row] = await tx.$queryRaw<{ id: string }[]>`
        SELECT o_id AS id FROM vault_convert(${randomUUID()}, ${hash}, ${userId}::uuid, 'store', ${100n * MICRO}, NULL)`;
      await notify(tx, userId, "storage", publish);
      await publish(tx, { t: "vault", u: userId, id: row?.id }, { t: "balance", u: userId });
    },
    async savings(tx, userId, publish) {
      const [row] = await tx.$queryRaw<{ id: string }[]>`
        SELECT o_record_id AS id FROM saving_subscribe(${randomUUID()}, ${hash}, ${userId}::uuid, ${planId}::uuid, ${MICRO})`;
      await notify(tx, userId, "saving", publish);
      await publish(tx, { t: "saving", u: userId, id: row?.id }, { t: "balance", u: userId });
    },
    async deposits(tx, userId, publish) {
      const [row] = await tx.$queryRaw<{ id: string }[]>`
        WITH proof AS (
          INSERT INTO stored_file (owner_id, visibility, purpose, storage_key, content_type, byte_size, sha256)
          VALUES (${userId}::uuid, 'private', 'proof', ${randomUUID()}, 'image/png', 1, ${hash}) RETURNING id
        )
        INSERT INTO deposit (user_id, wallet_id, currency, network, address, amount_e8, proof_file_id)
        SELECT ${userId}::uuid, ${walletId}::uuid, 'USDT', 'TRC20', 'T', 100000000, id FROM proof RETURNING id`;
      const queue = { t: "queue", u: "admins", queue: "deposits" };
      await publish(tx, { t: "deposit", u: userId, id: row?.id, status: "pending" }, queue);
    },
    notifications: (tx, userId, publish) => notify(tx, userId, "trade", publish),
  };
}

/** By way: what happens to events when they come up, and at the end of their transaction. */
function publishersOf({ EVENT_CHANNEL, pack, insertEvents }: Product): Record<Way, Publishers> {
  return {
    nothing: { atOnce: none, last: none },
    outbox: { atOnce: none, last: insertEvents },
    notify: {
      last: none,
      async atOnce(tx, events) {
        for (const payload of pack(events)) {
          await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
        }
      },
    },
  };
}

type Bench = { product: Product; users: string[]; seconds: number };

/** Commits a second, 32 in flight, each of another user. */
async function commitsOf(bench: Bench, work: Work, way: Way): Promise<number> {
  const { product, users, seconds } = bench;
  const { transaction, startRelay, wakeRelay, deliveries } = product;
  const { atOnce, last } = publishersOf(product)[way];
  const relay = way === "outbox" ? startRelay(deliveries) : null;
  let commits = 0;
  const started = performance.now();
  const endAt = started + seconds * 1000;
  const commit = async (first: number) => {
    for (let n = first; performance.now() < endAt; n += IN_FLIGHT) {
      await transaction(async (tx) => {
        const events: RealtimeEvent[] = [];
        await work(tx, users[n % users.length] ?? "", (_tx, ...more) => {
          events.push(...more);
          return atOnce(tx, more);
        });
        await last(tx, events);
      });
      if (relay) wakeRelay();
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, first) => commit(first)));
  const perSecond = commits / ((performance.now() - started) / 1000);
  await relay?.stop();
  return perSecond;
}

/** Gives the house gold and interest, and makes a plan and a wallet. */
async function furnish(owner: Client, { postTransfers, prisma }: Product): Promise<Places> {
  for (const [house, currency] of [
    ["inventory", "XAUT"],
    ["interest", "USDT"],
  ] as const) {
    const from = { house: "external", currency } as const;
    const transfers = [{ from, to: { house, currency }, amountMicro: 1_000_000n * MICRO }];
    await postTransfers(prisma, {
      kind: "bench_fund",
      key: `bench:${house}`,
      actorId: null,
      transfers,
    });
  }
  await owner.query("SELECT ledger_even_out_pools()");
  const idOf = async (statement: string) =>
    (await owner.query<{ id: string }>(statement)).rows[0]?.id ?? "";
  return {
    planId:
      await idOf(`INSERT INTO saving_plan (name, type, currency, daily_rate_ppb, duration_days, min_amount_micro)
      VALUES ('Bench', 'fixed', 'USDT', 110000, 30, 1000000) RETURNING id`),
    walletId: await idOf(
      "INSERT INTO wallet (currency, network, address) VALUES ('USDT', 'TRC20', 'T') RETURNING id",
    ),
  };
}

async function measureAll(bench: Bench, works: Record<string, Work>, rounds: number) {
  const details: Record<string, Record<Way, number>[]> = {};
  for (const [name, work] of Object.entries(works)) {
    const results: Record<Way, number>[] = [];
    // The first one plans the statements and fills the tables.
    await commitsOf({ ...bench, seconds: 1 }, work, "nothing");
    for (let round = 0; round < rounds; round += 1) {
      const result = { nothing: 0, outbox: 0, notify: 0 };
      for (const way of WAYS) result[way] = await commitsOf(bench, work, way);
      results.push(result);
    }
    details[name] = results;
  }
  return details;
}

function toMeasures(details: Record<string, Record<Way, number>[]>): Measure[] {
  return Object.entries(details).flatMap(([name, rounds]): Measure[] => {
    const of = (way: Way) => median(rounds.map((round) => round[way]));
    const ratioOf = (way: Way) => median(rounds.map((round) => round[way] / round.nothing));
    return [
      compared(`${name}: commits with events, 32 in flight`, of("outbox"), "tps", {
        ceiling: of("nothing"),
        of: "without",
        atLeast: AT_LEAST,
        ratio: ratioOf("outbox"),
      }),
      {
        name: "  with a NOTIFY inside instead",
        value: of("notify"),
        unit: "tps",
        ceiling: of("nothing"),
        ratio: ratioOf("notify"),
      },
    ];
  });
}

/**
 * What events cost the commits that they belong to, on a database of its own with every durability setting as in
 * production. One relay delivers meanwhile, as an instance's does. Ratios are taken within each round.
 */
export async function benchEvents({ users, rounds, seconds }: EventsOptions): Promise<PartResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "aurum-bench-"));
  const postgres = await startPostgres({ dataDir, password: PASSWORD, durable: true });
  const urlOf = (user: string) =>
    `postgresql://${user}:${PASSWORD}@127.0.0.1:${postgres.port}/postgres`;
  const ownerUrl = urlOf("postgres");
  const owner = new Client({ connectionString: ownerUrl });
  let ticks: NodeJS.Timeout | undefined;
  try {
    const env = { MIGRATION_DATABASE_URL: ownerUrl, APP_DATABASE_PASSWORD: PASSWORD };
    execFileSync(process.execPath, ["--import", "tsx", "scripts/prepare.ts"], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await owner.connect();
    await runSqlFile(owner, join(__dirname, "../ledger/populate.sql"), { users });
    Object.assign(process.env, {
      DATABASE_URL: urlOf("app"),
      // Half are Prisma's. The relay's is one more.
      DATABASE_POOL_SIZE: String(2 * (IN_FLIGHT + 1)),
      NEXTAUTH_SECRET: "only-for-benchmarks-only-for-benchmarks",
      NEXTAUTH_URL: "http://localhost:3000",
      DATA_DIR: dataDir,
    });
    const product = await loadProduct();
    const places = await furnish(owner, product);
    const tick = `SELECT record_tick(400000000000, 400000000000, 400000000000, '[{"source":"simulated"}]', 3, true)`;
    await owner.query(tick);
    // The last one may be under way when the connection ends.
    ticks = setInterval(() => void owner.query(tick).catch(() => undefined), 1000);
    const { rows } = await owner.query<{ id: string }>(
      "SELECT user_id AS id FROM bench_user ORDER BY n",
    );
    const bench = { product, users: rows.map(({ id }) => id), seconds };
    const details = await measureAll(bench, worksOf(product, places), rounds);
    await product.closeDatabase();
    return { measures: toMeasures(details), details };
  } finally {
    clearInterval(ticks);
    await owner.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
