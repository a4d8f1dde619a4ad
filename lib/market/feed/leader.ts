import { setTimeout as delay } from "node:timers/promises";
import type { Client, QueryConfig, QueryResult, QueryResultRow } from "pg";
import { PrimaryClient } from "@/lib/platform/db/primary-client";
import type { MarketConfig, MarketTimings } from "./config";
import { childController, monotonicMs, pause } from "./timing";

/** Session-level advisory lock: whoever holds it records the ticks. */
const LEADER_LOCK_KEY = 72002;
/** Longest wait for an answer of the database, and for what is under way when a session ends. */
const ANSWER_MS = 5_000;
const END_MS = 1_000;

/** A database session that queues what is asked of it. */
export type Session = {
  query: <Row extends QueryResultRow>(
    query: string | QueryConfig,
    values?: unknown[],
  ) => Promise<QueryResult<Row>>;
};

/** pg's client takes one query at a time; the feed's parts share one session without knowing of each other. */
function queued(client: Client): Session {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: <Row extends QueryResultRow>(query: string | QueryConfig, values?: unknown[]) => {
      const result = last.then(() =>
        typeof query === "string" ? client.query<Row>(query, values) : client.query<Row>(query),
      );
      last = result.catch(() => undefined);
      return result;
    },
  };
}

export type Leadership = {
  /** The session that holds the lock. Ticks are recorded through it, so that a lost lock ends recording. */
  client: Session;
  signal: AbortSignal;
  /** The database's clock now, in epoch milliseconds: never ahead of it, behind it by the way of one answer. */
  databaseNowMs: () => number;
  /** This instance was waiting behind another leader. */
  tookOver: boolean;
};

/** The database's clock as this process knows it from the answers of one session. */
class DatabaseClock {
  private offsetMs = 0;
  private isKnown = false;

  constructor(private readonly client: Session) {}

  readonly nowMs = (): number => monotonicMs() + this.offsetMs;

  /** Asks the database. Returns by how many ms its clock and ours ran apart since the last time. */
  async read(): Promise<number> {
    const { rows } = await this.client.query<{ ms: number }>(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms",
    );
    const offsetMs = rows[0]!.ms - monotonicMs();
    const apartMs = this.isKnown ? Math.abs(offsetMs - this.offsetMs) : 0;
    this.offsetMs = offsetMs;
    this.isKnown = true;
    return apartMs;
  }
}

type Election = {
  /** What has to be done before this instance is fit to lead. */
  prepared: Promise<void>;
  config: MarketConfig;
  timings: MarketTimings;
  signal: AbortSignal;
  onLeaderChange: (leading: boolean) => void;
  /** Another instance leads; this one waits behind it. */
  onStandby: () => void;
  onError: (detail: string) => void;
  lead: (leadership: Leadership) => Promise<void>;
};

/** The feed's connection. Never reconnects by itself: a new session would not hold the lock. */
async function connect(config: MarketConfig): Promise<Client> {
  const client = new PrimaryClient({
    connectionString: config.databaseUrl,
    options: config.databaseOptions,
    application_name: "market-leader",
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: ANSWER_MS,
  });
  // Without a listener a lost connection would end the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Competes for the leader lock until the signal aborts, and runs `lead` while holding it. */
export async function runElection(election: Election): Promise<void> {
  const { timings, signal } = election;
  await election.prepared;
  while (!signal.aborted) {
    try {
      await holdOneSession(election);
    } catch (error) {
      if (!signal.aborted) election.onError(error instanceof Error ? error.message : String(error));
    }
    await pause(timings.leaderPollMs, signal);
  }
}

async function holdOneSession(election: Election): Promise<void> {
  const { config, timings, signal } = election;
  const connection = await connect(config);
  const client = queued(connection);
  const session = childController(signal);
  connection.on("end", () => session.abort());
  connection.on("error", () => session.abort());
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= connection.end().catch(() => undefined);
    return ending;
  };
  // Where the network is gone an answer may be waited for until TCP gives up: ending fails what waits.
  const endSoon = () => void setTimeout(() => void end(), END_MS).unref();
  session.signal.addEventListener("abort", endSoon, { once: true });
  try {
    let tookOver = false;
    while (!(await tryLock(client))) {
      if (!tookOver) election.onStandby();
      tookOver = true;
      await pause(timings.leaderPollMs, session.signal);
      if (session.signal.aborted) return;
    }
    await limitSession(client, timings);
    const clock = new DatabaseClock(client);
    await clock.read();
    election.onLeaderChange(true);
    const heartbeat = beat(clock, timings, session);
    try {
      const { signal: leading } = session;
      await election.lead({ client, signal: leading, databaseNowMs: clock.nowMs, tookOver });
    } finally {
      session.abort();
      await heartbeat;
    }
  } finally {
    session.abort();
    election.onLeaderChange(false);
    // The goodbye may go unanswered as well.
    await Promise.race([end(), delay(END_MS, undefined, { ref: false })]);
  }
}

async function tryLock(client: Session): Promise<boolean> {
  const result = await client.query<{ locked: boolean }>(
    "SELECT pg_try_advisory_lock($1) AS locked",
    [LEADER_LOCK_KEY],
  );
  return result.rows[0]?.locked === true;
}

/** Makes the server end what this process no longer waits for. */
async function limitSession(client: Session, { leaderSilenceMs }: MarketTimings): Promise<void> {
  const silenceMs = Math.round(leaderSilenceMs);
  const lockMs = Math.round(leaderSilenceMs / 2);
  // A leader that hangs keeps its TCP connection; only the server can then end the session. A statement that
  // waits is not silent: it would keep the leader lock, and record its price whenever it is let through.
  await client.query(
    `SET idle_session_timeout = ${silenceMs}; SET statement_timeout = ${silenceMs}; SET lock_timeout = ${lockMs}`,
  );
  // Not every server's platform can do this; the time limits hold without it.
  await client.query(`SET client_connection_check_interval = ${lockMs}`).catch(() => undefined);
}

async function beat(
  clock: DatabaseClock,
  timings: MarketTimings,
  session: AbortController,
): Promise<void> {
  while (!session.signal.aborted) {
    // Clocks that ran apart: this process slept without noticing, and its quotes are as old as that.
    const isSound = await Promise.race([
      clock.read().then(
        (apartMs) => apartMs <= timings.leaderSilenceMs,
        () => false,
      ),
      pause(timings.leaderSilenceMs, session.signal).then(() => false),
    ]);
    if (!isSound) session.abort();
    await pause(timings.heartbeatMs, session.signal);
  }
}
