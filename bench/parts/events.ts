import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { NotificationInput } from "@/lib/notifications/mutations";
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
/** How one way tells. */
type Teller = {
  publish: (tx: Tx, ...events: RealtimeEvent[]) => Promise<unknown>;
  notify: (tx: Tx, input: NotificationInput) => Promise<unknown>;
};

/** What the application does in one transaction for one user: the statements of its own functions. */
type Work = (tx: Tx, userId: string, teller: Teller) => Promise<void>;

/** Loaded when the environment says where the database is. */
async function loadProduct() {
  const { closeDatabase, prisma, transaction } = await import("@/lib/platform/db");
  const { reportDeposit } = await import("@/lib/ledger/payments");
  const { sendNotification, writeNotifications } = await import("@/lib/notifications/mutations");
  const { publishEvent } = await import("@/lib/platform/outbox");
  const { startRelay } = await import("@/lib/platform/outbox/relay");
  const { EVENT_CHANNEL, pack } = await import("@/lib/platform/realtime/events");
  const { asWritten } = await import("@/lib/platform/text");
  const { getRecord, moneyNow } = await import("@/lib/savings/data");
  const { deliveries } = await import("@/deliveries");
  return {
    ...{ closeDatabase, prisma, transaction, reportDeposit, getRecord, moneyNow, asWritten },
    ...{ sendNotification, writeNotifications, publishEvent },
    ...{ startRelay, deliveries, EVENT_CHANNEL, pack },
  };
}
type Product = Awaited<ReturnType<typeof loadProduct>>;

type Places = { planId: string; walletId: string };

function worksOf(product: Product, { planId, walletId }: Places): Record<string, Work> {
  const hash = Buffer.alloc(32, 1);
  const noteFor = (userId: string) => {
    const [title, message] = [product.asWritten("Done"), product.asWritten("0.025 XAUT, 100.00")];
    return { userId, type: "storage", title, message };
  };
  return {
    async storage(tx, userId, { notify, publish }) {
      const [{ id } = { id: "" }] = await tx.$queryRaw<{ id: string }[]>`
        SELECT o_id AS id FROM accept_conversion(${randomUUID()}, ${hash}, ${userId}::uuid, 'store', 'USDT', ${100n * MICRO}, NULL, NULL)`;
      await tx.vaultConversion.findUniqueOrThrow({ where: { id } });
      await notify(tx, noteFor(userId));
      await publish(tx, { t: "vault", u: userId, id }, { t: "balance", u: userId });
    },
    async savings(tx, userId, { notify, publish }) {
      const [{ id } = { id: "" }] = await tx.$queryRaw<{ id: string }[]>`
        SELECT o_record_id AS id FROM saving_subscribe(${randomUUID()}, ${hash}, ${userId}::uuid, ${planId}::uuid, ${MICRO})`;
      const { status } = await product.getRecord(tx, userId, id);
      await notify(tx, noteFor(userId));
      await publish(tx, { t: "saving", u: userId, id, status }, { t: "balance", u: userId });
      await product.moneyNow(tx);
    },
    async deposits(tx, userId, { publish }) {
      const image = {
        storageKey: randomUUID(),
        contentType: "image/png",
        byteSize: 1,
        sha256: hash,
      };
      const proof = await tx.storedFile.create({
        data: { ...image, ownerId: userId, visibility: "private", purpose: "deposit-proof" },
      });
      const id = randomUUID();
      const coins = { walletId, address: "T", amountE8: 100_000_000n, proofFileId: proof.id };
      await product.reportDeposit(tx, { ...coins, id, userId });
      const queue = { t: "queue", u: "admins", queue: "deposits" };
      await publish(tx, { t: "deposit", u: userId, id, status: "pending" }, queue);
    },
    async notifications(tx, userId, { notify }) {
      await notify(tx, noteFor(userId));
    },
  };
}

function tellersOf(product: Product): Record<Way, Teller> {
  const { EVENT_CHANNEL, pack, publishEvent, sendNotification, writeNotifications } = product;
  const publishByNotify: Teller["publish"] = async (tx, ...events) => {
    for (const payload of pack(events)) {
      await tx.$executeRaw`SELECT pg_notify(${EVENT_CHANNEL}, ${payload})`;
    }
  };
  return {
    nothing: {
      publish: async () => undefined,
      notify: (tx, input) => writeNotifications(tx, [input]),
    },
    outbox: { publish: publishEvent, notify: sendNotification },
    notify: {
      publish: publishByNotify,
      notify: async (tx, input) => publishByNotify(tx, ...(await writeNotifications(tx, [input]))),
    },
  };
}

type Bench = { product: Product; users: string[]; seconds: number };

/** Commits a second, 32 in flight, each of another user. */
async function commitsOf(bench: Bench, work: Work, way: Way): Promise<number> {
  const { product, users, seconds } = bench;
  const teller = tellersOf(product)[way];
  const relay = way === "outbox" ? product.startRelay(product.deliveries) : null;
  let commits = 0;
  const started = performance.now();
  const endAt = started + seconds * 1000;
  const commit = async (first: number) => {
    for (let n = first; performance.now() < endAt; n += IN_FLIGHT) {
      await product.transaction((tx) => work(tx, users[n % users.length] ?? "", teller));
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, first) => commit(first)));
  const perSecond = commits / ((performance.now() - started) / 1000);
  await relay?.stop();
  return perSecond;
}

/** Gives the house gold and interest, and makes a plan and a wallet. */
async function furnish(owner: Client): Promise<Places> {
  for (const [to, from] of [
    [-1300, -2],
    [-5, -1],
  ]) {
    const key = `'bench_fund', 'bench:${to}', sha256('bench'), NULL`;
    await owner.query(`SELECT ledger_post_one(${key}, ${from}, ${to}, ${1_000_000n * MICRO})`);
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
      // Each comes first in turn, since the machine may get busier during a round.
      const [head, tail] = [WAYS.slice(round % WAYS.length), WAYS.slice(0, round % WAYS.length)];
      for (const way of [...head, ...tail]) result[way] = await commitsOf(bench, work, way);
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
  const owner = new Client({ connectionString: urlOf("postgres") });
  let ticks: NodeJS.Timeout | undefined;
  try {
    const env = { MIGRATION_DATABASE_URL: urlOf("postgres"), APP_DATABASE_PASSWORD: PASSWORD };
    execFileSync(process.execPath, ["--import", "tsx", "scripts/prepare.ts"], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await owner.connect();
    await runSqlFile(owner, join(__dirname, "../ledger/populate.sql"), { users });
    Object.assign(process.env, {
      DATABASE_URL: urlOf("app"),
      DATABASE_POOL_SIZE: String(2 * (IN_FLIGHT + 1)),
      NEXTAUTH_SECRET: "only-for-benchmarks-only-for-benchmarks",
      NEXTAUTH_URL: "http://localhost:3000",
      DATA_DIR: dataDir,
    });
    const product = await loadProduct();
    const places = await furnish(owner);
    const tick = `SELECT record_tick(400000000000, 400000000000, 400000000000, '[{"source":"simulated"}]', 3, true)`;
    await owner.query(tick);
    // The last one may be under way when the connection ends.
    ticks = setInterval(() => void owner.query(tick).catch(() => undefined), 1000);
    const { rows } = await owner.query<{ id: string }>("SELECT user_id AS id FROM bench_user");
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
