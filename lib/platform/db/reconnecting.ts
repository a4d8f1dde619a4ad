import type postgres from "postgres";
import { log } from "@/lib/platform/log";
import { Places } from "./places";

/** postgres.js with bigint columns as `bigint`. */
export type Sql = postgres.Sql<{ bigint: bigint }>;

/** What a statement fails with whose connection ended, or is of no more use. */
const LOST: ReadonlySet<unknown> = new Set([
  // The server may only be read from: another one may have taken over.
  "25006",
  // What a pooler says when it ends a connection.
  "08P01",
  "57P01",
  "57P02",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);

/** It is starting, or nothing listens there: every statement fails at once until it is back. */
const AWAY: ReadonlySet<unknown> = new Set(["57P03", "ECONNREFUSED"]);

/** For what is under way on a client's other connections when one is silent. */
const GRACE_SECONDS = 2;

const REPLACED_AFTER_MS = 1_000;

/** What postgres.js calls when a statement is awaited; a fragment of another one never is. */
type Runnable = Promise<unknown> & {
  handle: () => Promise<void>;
  /** Gives a statement to a connection of its client. */
  handler: (query: unknown) => void;
  reject: (error: unknown) => void;
};

const handlerOf = (client: Sql) => (client`` as unknown as Runnable).handler;

/**
 * A client that is replaced with a new one by the first statement that loses its connection, or is not answered in
 * time. postgres.js 3.4.9 gives statements to a connection that is about to close: such a statement is never
 * answered, and its place in the pool may never connect again. When a server restarts, all connections end like
 * that. And it waits for ever on a connection that stays open and carries nothing.
 * @param open makes a client; it connects at its first statement
 * @param drainMs how long statements that still run on a replaced client may take; then they fail
 * @param answerMs how long a statement may take once it has a place; then it fails, and soon after whatever else
 * its client was asked
 * @param places one for each connection of a client: postgres.js would send a statement behind one that waits
 * @param onMove gets what gives up the client that is there, once statements would be of no use on it
 */
export function reconnecting(
  open: () => Sql,
  drainMs: number,
  answerMs: number,
  places = new Places(Number.POSITIVE_INFINITY),
  onMove: (renew: () => void) => void = () => undefined,
): Sql {
  let current = open();
  let openedAt = performance.now();
  const all = new Set([current]);
  const end = async (lost: Sql, graceSeconds: number) => {
    await lost.end({ timeout: graceSeconds });
    all.delete(lost);
  };
  const replace = (lost: Sql): boolean => {
    if (lost !== current) return false;
    current = open();
    openedAt = performance.now();
    all.add(current);
    places.renew();
    return true;
  };
  const onLost = (client: Sql) => {
    if (replace(client)) setTimeout(() => void end(client, 0), drainMs).unref();
  };
  const onSilence = (client: Sql) => {
    if (!replace(client)) return;
    log.error({ event: "database.reconnecting", seconds: answerMs / 1000 });
    void end(client, GRACE_SECONDS);
  };
  onMove(() => onLost(current));
  const watch = (query: unknown) => {
    if (!(query instanceof Promise)) return;
    const runnable = query as Runnable;
    const { handle } = runnable;
    let isAsked = false;
    runnable.handle = async () => {
      if (isAsked) return;
      isAsked = true;
      try {
        const giveBack = places.takeNow() ?? (await places.take());
        // The one that it was made for may have been replaced while it waited.
        const client = current;
        runnable.handler = handlerOf(client);
        const waiting = setTimeout(onSilence, answerMs, client).unref();
        const settled = () => {
          clearTimeout(waiting);
          giveBack();
        };
        // Not the query's own then(), which would run it anew.
        void Promise.prototype.then.call(query, settled, (error: { code?: unknown }) => {
          settled();
          const isOld = performance.now() - openedAt > REPLACED_AFTER_MS;
          if (LOST.has(error.code) || (isOld && AWAY.has(error.code))) onLost(client);
        });
        await handle.call(query);
      } catch (error) {
        runnable.reject(error);
      }
    };
  };
  const endAll: Sql["end"] = async (options) => {
    await Promise.all([...all].map((client) => client.end(options)));
  };
  return new Proxy(current, {
    apply: (_target, _this, parts) => {
      const query: unknown = Reflect.apply(current, undefined, parts);
      watch(query);
      return query;
    },
    get: (_target, name) => (name === "end" ? endAll : Reflect.get(current, name)),
  });
}
