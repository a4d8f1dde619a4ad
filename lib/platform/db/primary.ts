import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { hostsOf } from "./hosts";

/** How often each host is asked who it is, and how long it may take to answer. */
const ASK_MS = 500;
const ANSWER_MS = 2_000;
const RETRY_MS = 200;
/** How long hosts that say nothing are waited for before the first of those that do is taken. */
const FIRST_LOOK_MS = 1_000;
/** How long whoever needs a connection waits for a host that may be written to. */
const WAIT_MS = 3_000;

/** As the operating system says it, so that drivers take it for a lost connection. */
const lost = (code: "ECONNRESET" | "ECONNREFUSED", message: string) =>
  Object.assign(new Error(message), { code });

// Each promotion begins a timeline with a higher number.
const ASK = `SELECT CASE WHEN pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean THEN 0
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

/**
 * Which of several hosts is the primary, asked of all of them all the time by one connection each. Nothing is
 * elected: of those that may be written to it is the one on the highest timeline, and never one on a lower timeline than
 * was seen before, such as an old primary that comes back.
 */
export class Primary {
  /** By host: its timeline where it may be written to, 0 where it may not or says nothing. */
  private readonly said = new Map<string, number>();
  private readonly stopping = new AbortController();
  private readonly connected = new Map<() => void, string>();
  private readonly moves = new Set<() => void>();
  private waiting: (() => void)[] = [];
  private highest = 0;
  private current: string | undefined;
  private isLookedAt = false;

  constructor(private readonly hosts: readonly string[]) {
    for (const host of hosts) void this.watch(host);
    setTimeout(() => {
      this.isLookedAt = true;
      this.decide();
    }, FIRST_LOOK_MS).unref();
  }

  /**
   * The URL of the host that may be written to.
   * @throws Error like that of a refused connection when none is there in time
   */
  async find(): Promise<string> {
    if (!this.found()) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        setTimeout(resolve, WAIT_MS).unref();
      });
    }
    const found = this.found();
    if (!found) throw lost("ECONNREFUSED", "None of the database's hosts may be written to");
    return found;
  }

  /**
   * Ends a connection when another host becomes the primary.
   * @param end gets the error that it fails with
   * @returns to be called when it has ended
   */
  connectedTo(host: string, end: (error: Error) => void): () => void {
    const drop = () => end(lost("ECONNRESET", "Another host of the database has taken over"));
    this.connected.set(drop, host);
    return () => this.connected.delete(drop);
  }

  /** Calls `listener` before connections are ended because another host has become the primary. */
  onMove(listener: () => void): void {
    this.moves.add(listener);
  }

  /** Asks no host any more. */
  stop(): void {
    this.stopping.abort();
  }

  private found(): string | undefined {
    return this.current !== undefined && this.said.get(this.current) ? this.current : undefined;
  }

  private async watch(host: string): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const client = new Client({
        connectionString: host,
        application_name: "primary-watch",
        connectionTimeoutMillis: ANSWER_MS,
        query_timeout: ANSWER_MS,
      });
      const isOver = new AbortController();
      client.on("error", () => undefined);
      client.once("end", () => isOver.abort());
      try {
        await client.connect();
        await this.ask(host, client, AbortSignal.any([signal, isOver.signal]));
      } catch {
        // It says nothing: that is the answer.
      }
      // A goodbye would wait for one that says nothing.
      streamOf(client).destroy();
      this.hear(host, 0);
      await delay(RETRY_MS, undefined, { ref: false });
    }
  }

  private async ask(host: string, client: Client, signal: AbortSignal): Promise<void> {
    streamOf(client).unref();
    while (!signal.aborted) {
      const { rows } = await client.query<{ timeline: number }>(ASK);
      this.hear(host, rows[0]?.timeline ?? 0);
      await delay(ASK_MS, undefined, { ref: false, signal });
    }
  }

  private hear(host: string, timeline: number): void {
    this.said.set(host, timeline);
    this.decide();
  }

  private decide(): void {
    if (this.stopping.signal.aborted) return;
    if (!this.isLookedAt && this.said.size < this.hosts.length) return;
    const timelineOf = (host: string) => this.said.get(host) ?? 0;
    const best = this.hosts.reduce(
      (one, other) => (timelineOf(other) > timelineOf(one) ? other : one),
      this.current ?? this.hosts[0] ?? "",
    );
    const timeline = timelineOf(best);
    if (timeline === 0 || timeline < this.highest) return;
    this.highest = timeline;
    if (best !== this.current) this.move(best);
    for (const go of this.waiting.splice(0)) go();
  }

  private move(host: string): void {
    const isFirst = this.current === undefined;
    this.current = host;
    if (isFirst) return;
    for (const listener of this.moves) listener();
    for (const [end, connectedTo] of [...this.connected]) if (connectedTo !== host) end();
  }
}

/** What a client of `pg` talks through. The types don't know of it. */
export function streamOf(client: object): Socket {
  return (client as { connection: { stream: Socket } }).connection.stream;
}

/** On globalThis, because the custom server and the Next bundle load this module separately. */
const holder = globalThis as typeof globalThis & { __primaries?: Map<string, Primary> };

/** Who is the primary of the hosts of this URL; null where it names only one. */
export function primaryOf(url: string): Primary | null {
  const hosts = hostsOf(url);
  if (hosts.length === 1) return null;
  holder.__primaries ??= new Map();
  const known = holder.__primaries.get(url) ?? new Primary(hosts);
  holder.__primaries.set(url, known);
  return known;
}

/** Asks no host any more who is the primary. */
export function forgetPrimaries(): void {
  for (const primary of holder.__primaries?.values() ?? []) primary.stop();
  holder.__primaries?.clear();
}
