/**
 * Two drivers on one database: Prisma for ordinary reads and writes and for every transaction, `sql` (postgres.js)
 * for single statements that are hot or that Prisma can't say. docs/decisions/platform/two-drivers.md. Both live on globalThis
 * because the custom server and the Next bundle load this module separately.
 */
import type { ConnectionOptions } from "node:tls";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client, Pool } from "pg";
import postgres from "postgres";
import { Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "@/lib/platform/env";
import { LimitedPool } from "./limited-pool";
import { Places } from "./places";
import { reconnecting, type Sql } from "./reconnecting";
import {
  endingSilent,
  KEEP_ALIVE_SECONDS,
  LOCK_TIMEOUT_MS,
  SILENCE_MS,
  STATEMENT_TIMEOUT_MS,
} from "./silence";

export { Prisma } from "@/lib/generated/prisma/client";

/** A Prisma client inside a transaction. */
export type Tx = Prisma.TransactionClient;
/** Prisma, inside or outside a transaction. */
export type Db = PrismaClient | Tx;

type Connections = {
  pool: Pool;
  prisma: PrismaClient;
  sql: Sql;
  /** Made by the first snapshot: few processes read one. */
  snapshots?: { pool: Pool; prisma: PrismaClient };
};

/** A process that hangs inside a transaction must not keep its locks. `sql` has no transactions. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_SECONDS = 0.25;
/** Of every session here: Prisma takes times for UTC as they are written, and a day is added by the session's zone. */
const TIME_ZONE = "UTC";

/**
 * DATABASE_URL as `pg` understands it. postgres.js would read it its own way, and ask the server for every parameter
 * that it does not know, which refuses the connection: channel_binding of hosted databases, Prisma's schema.
 */
function target() {
  const { host, port, database, user, password, ssl } = new Client(env.DATABASE_URL);
  return { ...placeOf(host, port), database, user, password, ssl: copied(ssl) };
}

/**
 * postgres.js takes what follows a colon for a port, except in lists, which its types don't know of. Only in IPv6
 * addresses is there none: a path is a path.
 */
function placeOf(host: string, port: number): { host: string; port: number } {
  if (!host.includes(":") || host.startsWith("/")) return { host, port };
  return { host: [host], port: [port] } as unknown as { host: string; port: number };
}

/** `pg` hides a certificate's key from copies, and postgres.js makes one. The types know of no such object. */
function copied(ssl: boolean | ConnectionOptions) {
  return typeof ssl === "boolean" ? ssl : { ...ssl, key: ssl.key };
}

function connect(): Connections {
  const half = Math.floor(env.DATABASE_POOL_SIZE / 2);
  const pool = new LimitedPool({
    connectionString: env.DATABASE_URL,
    max: env.DATABASE_POOL_SIZE - half,
    options: [
      `-c role=${env.DATABASE_ROLE}`,
      `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
      `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
      `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
      `-c TimeZone=${TIME_ZONE}`,
    ].join(" "),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    ...endingSilent(),
  });
  // An idle connection that the server closed is replaced at its next use.
  pool.on("error", () => undefined);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, {
      statementNameGenerator: ({ sql }) => statementName(sql),
    }),
    // The pool refuses sooner.
    transactionOptions: { maxWait: 25_000, timeout: 20_000 },
  });
  const open = () =>
    postgres({
      ...target(),
      max: half,
      connection: {
        role: env.DATABASE_ROLE,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: LOCK_TIMEOUT_MS,
        TimeZone: TIME_ZONE,
      },
      types: { bigint: postgres.BigInt },
      connect_timeout: CONNECT_TIMEOUT_MS / 1000,
      // Its own back-off grows to 20 s: a database that is back would be waited for long after.
      backoff: () => RECONNECT_SECONDS,
      idle_timeout: 60,
      keep_alive: KEEP_ALIVE_SECONDS,
      onnotice: () => undefined,
    });
  // A statement may wait for its connection to open before it runs.
  const answerMs = CONNECT_TIMEOUT_MS + SILENCE_MS;
  const sql = reconnecting(open, STATEMENT_TIMEOUT_MS, answerMs, new Places(half));
  return { pool, prisma, sql };
}

const names = new Map<string, string>();
const MAX_NAMED_STATEMENTS = 500;
const UNNAMED = "";
/** The beginning of a statement that is planned for its own values each time: keeping it would gain nothing. */
export const PLANNED_EACH_TIME = "/* planned each time */";

/** A stable name per statement text makes PostgreSQL plan it once a connection. */
function statementName(text: string): string {
  if (text.startsWith(PLANNED_EACH_TIME)) return UNNAMED;
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_NAMED_STATEMENTS) return UNNAMED;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

const holder = globalThis as typeof globalThis & { __database?: Connections };
const connections = holder.__database ?? connect();
holder.__database = connections;

/** The pg pool under Prisma, for libraries that take one. */
export const pool: Pool = connections.pool;
/** Prisma client; connects at first use. */
export const prisma: PrismaClient = connections.prisma;
/** postgres.js tag for single statements, never `begin`; connects at first use. bigint columns arrive as `bigint`. */
export const sql: Connections["sql"] = connections.sql;

/** Closes every connection of this process, after work in flight has finished. */
export async function closeDatabase(): Promise<void> {
  await Promise.all([
    connections.prisma.$disconnect(),
    connections.snapshots?.prisma.$disconnect(),
  ]);
  await Promise.all([
    connections.sql.end({ timeout: 5 }),
    connections.pool.end(),
    connections.snapshots?.pool.end(),
  ]);
}

/** What belongs to the end of a transaction. */
type Ending = {
  /** The last thing in the transaction, which rolls back if it fails. */
  last: () => Promise<unknown>;
  /** After the commit. A process that dies in between never comes to it, so nothing may depend on it. */
  committed: () => void;
};
const endings = new WeakMap<Tx, Ending[]>();

/** Runs `work` in one transaction. Use only `tx` inside: the outer client would wait for itself. */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const own: Ending[] = [];
  const result = await prisma.$transaction(
    async (tx) => {
      endings.set(tx, own);
      const worked = await work(tx);
      for (const { last } of own) await last();
      return worked;
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
  );
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

function connectForSnapshots(): { pool: Pool; prisma: PrismaClient } {
  const pool = new Pool({
    connectionString: env.DATABASE_URL,
    max: 4,
    options: `-c role=${env.DATABASE_ROLE} -c statement_timeout=${SNAPSHOT_TIMEOUT_MS} -c TimeZone=${TIME_ZONE}`,
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
  connections.snapshots ??= connectForSnapshots();
  return connections.snapshots.prisma.$transaction(work, {
    isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
    maxWait: 30_000,
    timeout: SNAPSHOT_TIMEOUT_MS,
  });
}
