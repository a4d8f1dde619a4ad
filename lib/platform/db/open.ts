import type { ConnectionOptions } from "node:tls";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client as PlainClient, type Pool } from "pg";
import postgres from "postgres";
import { PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "@/lib/platform/env";
import { hostsOf } from "./hosts";
import { LimitedPool } from "./limited-pool";
import { Places } from "./places";
import { isPooled, sessionUrl } from "./pooled";
import { PracticeClient } from "./practice-client";
import { primaryOf } from "./primary";
import { PrimaryClient } from "./primary-client";
import { primarySocket } from "./primary-socket";
import { reconnecting, type Sql } from "./reconnecting";
import { asOptions, sessionSettings } from "./session-settings";
import { endingSilent, KEEP_ALIVE_SECONDS, SILENCE_MS, STATEMENT_TIMEOUT_MS } from "./silence";
import { UnnamedClient } from "./unnamed-client";

/** The two drivers' connections to one database. */
export type Pools = { pool: Pool; prisma: PrismaClient; sql: Sql };

export const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_SECONDS = 0.25;

/**
 * An address as `pg` understands it. postgres.js would read it its own way, and ask the server for every parameter
 * that it does not know, which refuses the connection: channel_binding of hosted databases, Prisma's schema.
 */
function targetOf(url: string) {
  const { host, port, database, user, password, ssl } = new PlainClient(hostsOf(url)[0]);
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

/** Both drivers on one database, with what each session of theirs is to have. They connect at their first statement. */
export function openPools(url: string): Pools {
  const isDirect = !isPooled(url);
  return open(url, {
    Client: isDirect ? PrimaryClient : UnnamedClient,
    // A pooler's connections come with the settings, and are refused where somebody asks for them.
    settings: isDirect ? sessionSettings(env.DATABASE_ROLE) : {},
    size: env.DATABASE_POOL_SIZE,
    isDirect,
  });
}

const PRACTICE_POOL_SIZE = 6;
/** Tables of practice are found before real ones, which its role can't write to. */
export const practiceSettings = {
  ...sessionSettings("practice_runtime"),
  search_path: "practice,public",
};

/** The same on the practice side, with few connections, which are given up soon. */
export function openPracticePools(): Pools {
  return open(sessionUrl, {
    Client: PracticeClient,
    settings: practiceSettings,
    size: PRACTICE_POOL_SIZE,
    isDirect: true,
  });
}

type Opening = {
  Client: typeof PrimaryClient;
  settings: Record<string, string>;
  /** Connections of both drivers. */
  size: number;
  isDirect: boolean;
};

function open(url: string, { Client, settings, size, isDirect }: Opening): Pools {
  const half = Math.floor(size / 2);
  const pool = new LimitedPool({
    connectionString: url,
    Client,
    max: size - half,
    options: asOptions(settings),
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
  const primary = primaryOf(url);
  const openSql = () =>
    postgres({
      ...targetOf(url),
      ...(primary ? primarySocket(primary) : {}),
      max: half,
      connection: settings,
      prepare: isDirect,
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
  const sql = reconnecting(openSql, STATEMENT_TIMEOUT_MS, answerMs, new Places(half), (renew) =>
    primary?.onMove(renew),
  );
  return { pool, prisma, sql };
}

/** On globalThis, as the connections are: whoever names a statement of theirs has to give it the same name. */
const holder = globalThis as typeof globalThis & { __statementNames?: Map<string, string> };
holder.__statementNames ??= new Map();
const names = holder.__statementNames;
const MAX_NAMED_STATEMENTS = 500;
const UNNAMED = "";
/** The beginning of a statement that is planned for its own values each time: keeping it would gain nothing. */
export const PLANNED_EACH_TIME = "/* planned each time */";

/** A stable name per statement text makes PostgreSQL plan it once a connection. */
export function statementName(text: string): string {
  if (text.startsWith(PLANNED_EACH_TIME)) return UNNAMED;
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MAX_NAMED_STATEMENTS) return UNNAMED;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
