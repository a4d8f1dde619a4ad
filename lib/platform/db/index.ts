/**
 * Two drivers on one database: Prisma for ordinary reads and writes and for transactions, `sql` (postgres.js)
 * for single statements that are hot or that Prisma can't say. docs/decisions/platform/two-drivers.md. Both live on globalThis
 * because the custom server and the Next bundle load this module separately.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "@/lib/platform/env";
import { type Account, currentAccount } from "./account";
import {
  CONNECT_TIMEOUT_MS,
  openPools,
  openPracticePools,
  type Pools,
  practiceSettings,
} from "./open";
import { sessionUrl } from "./pooled";
import { PracticeClient } from "./practice-client";
import { forgetPrimaries } from "./primary";
import { PrimaryClient } from "./primary-client";
import { currentReplica, openReplica, type Replica, readFrom } from "./replica";
import { asOptions, sessionSettings } from "./session-settings";
import { endingSilent } from "./silence";

export { Prisma } from "@/lib/generated/prisma/client";
export { type Account, currentAccount, onAccount } from "./account";
export { type Ask, askBy } from "./ask";
export { PLANNED_EACH_TIME } from "./open";
export { bindReads } from "./replica";

/** A Prisma client inside a transaction. */
export type Tx = Prisma.TransactionClient;
/** Prisma, inside or outside a transaction. */
export type Db = PrismaClient | Tx;

type Connections = Pools & {
  replica?: Replica;
  /** Made by the first work on the practice side. */
  practice?: Pools;
  /** Made by the first snapshot of a side: few processes read one. */
  snapshots?: { pool: Pool; prisma: PrismaClient };
  practiceSnapshots?: { pool: Pool; prisma: PrismaClient };
};

function connect(): Connections {
  const pools = openPools(env.DATABASE_URL);
  const url = env.DATABASE_REPLICA_URL;
  return url ? { ...pools, replica: openReplica(url, pools.sql) } : pools;
}

const holder = globalThis as typeof globalThis & { __database?: Connections };
holder.__database ??= connect();
const connections = holder.__database;

function practicePools(): Pools {
  connections.practice ??= openPracticePools();
  return connections.practice;
}

/** The connections of the account that what runs now is about. */
const ofAccount = (): Pools => (currentAccount() === "practice" ? practicePools() : connections);

/** The pg pool under Prisma, for libraries that take one. */
export const pool: Pool = connections.pool;
/** Prisma client, of the real or of the practice side (`onAccount`); connects at first use. */
export const prisma: PrismaClient = new Proxy(connections.prisma, {
  get: (_target, name) => Reflect.get(ofAccount().prisma, name),
});
/** postgres.js tag for single statements, never `begin`; connects at first use. bigint columns arrive as `bigint`. */
export const sql: Connections["sql"] = new Proxy(connections.sql, {
  apply: (_target, _this, parts) => Reflect.apply(ofAccount().sql, undefined, parts),
  get: (_target, name) => Reflect.get(ofAccount().sql, name),
});

/** Practice is read where it is written: its connections alone know its tables. */
const replicaOfNow = () => (currentAccount() === "real" ? currentReplica() : undefined);

/**
 * The same for lists, exports and statements: on a replica inside fromReplica(), else on the primary. What
 * something is decided by is not read here.
 */
export const reading = {
  get prisma(): PrismaClient {
    return replicaOfNow()?.prisma ?? prisma;
  },
  get sql(): Connections["sql"] {
    return replicaOfNow()?.sql ?? sql;
  },
};

/**
 * Lets a read that decides nothing take place on a replica, where there is one that shows all that was done
 * before: whoever did something sees it. docs/decisions/platform/replicas.md
 */
export function fromReplica<T>(read: () => Promise<T>): Promise<T> {
  const { replica } = connections;
  return replica && currentAccount() === "real" ? readFrom(replica, read) : read();
}

/** Whether reads go to the replica now; null where none is set. */
export const isReplicaServing = (): boolean | null => connections.replica?.caughtUp.serving ?? null;

/** Closes every connection of this process, after work in flight has finished. */
export async function closeDatabase(): Promise<void> {
  await Promise.all([
    connections.prisma.$disconnect(),
    connections.replica?.prisma.$disconnect(),
    connections.snapshots?.prisma.$disconnect(),
    connections.practiceSnapshots?.prisma.$disconnect(),
    connections.practice?.prisma.$disconnect(),
  ]);
  await Promise.all([
    connections.sql.end({ timeout: 5 }),
    connections.pool.end(),
    connections.replica?.sql.end({ timeout: 5 }),
    connections.replica?.pool.end(),
    connections.snapshots?.pool.end(),
    connections.practiceSnapshots?.pool.end(),
    connections.practice?.sql.end({ timeout: 5 }),
    connections.practice?.pool.end(),
  ]);
  forgetPrimaries();
}

/** What belongs to the end of a transaction. */
type Ending = {
  /** The last thing in the transaction, which rolls back if it fails. */
  last: () => Promise<unknown>;
  /** After the commit. A process that dies in between never comes to it, so nothing may depend on it. */
  committed: () => void;
};
const endings = new WeakMap<Tx, Ending[]>();

/**
 * Runs `work` in one transaction. Use only `tx` inside: the outer client would wait for itself. It reads what is
 * committed, as every connection is set to: saying so each time would be one more round trip.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const own: Ending[] = [];
  const result = await prisma.$transaction(async (tx) => {
    endings.set(tx, own);
    const worked = await work(tx);
    for (const { last } of own) await last();
    return worked;
  });
  for (const { committed } of own) committed();
  return result;
}

/**
 * Adds to the end of a transaction.
 * @returns false where it is none of transaction()
 */
export function endWith(tx: Tx, ending: Ending): boolean {
  return endings.get(tx)?.push(ending) !== undefined;
}

/** The longest that a whole snapshot may be read for. */
const SNAPSHOT_TIMEOUT_MS = 3_600_000;

function connectForSnapshots(account: Account): { pool: Pool; prisma: PrismaClient } {
  const isPractice = account === "practice";
  const pool = new Pool({
    Client: isPractice ? PracticeClient : PrimaryClient,
    connectionString: sessionUrl,
    max: 4,
    options: asOptions({
      ...(isPractice ? practiceSettings : sessionSettings(env.DATABASE_ROLE)),
      statement_timeout: String(SNAPSHOT_TIMEOUT_MS),
      idle_in_transaction_session_timeout: "0",
    }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 10_000,
    ...endingSilent(SNAPSHOT_TIMEOUT_MS),
  });
  pool.on("error", () => undefined);
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
}

/**
 * Reads in one snapshot, on a connection beside the pools that may think for as long as the whole may take, an hour:
 * they take a connection that says nothing for half a minute for lost.
 */
export async function snapshotRead<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const account = currentAccount();
  const which = account === "practice" ? "practiceSnapshots" : "snapshots";
  connections[which] ??= connectForSnapshots(account);
  return connections[which].prisma.$transaction(work, {
    isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
    maxWait: 30_000,
    timeout: SNAPSHOT_TIMEOUT_MS,
  });
}
