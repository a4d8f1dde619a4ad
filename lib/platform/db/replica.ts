import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { currentAccount, onAccount } from "./account";
import { CaughtUp } from "./caught-up";
import { openPools, type Pools } from "./open";
import type { Sql } from "./reconnecting";

/** A server that follows the primary and can only be read from. */
export type Replica = Pools & { caughtUp: CaughtUp };

type Position = { position: bigint | null };

/** Connects to a replica at its first read. @param primary asked how far it has come */
export function openReplica(url: string, primary: Sql): Replica {
  const pools = openPools(url);
  const positions = {
    async committed() {
      const [row] = await primary<{ position: bigint }[]>`
        SELECT (pg_current_wal_flush_lsn() - '0/0')::bigint AS position`;
      if (!row) throw new Error("The primary did not say how far it has come");
      return row.position;
    },
    async shown() {
      const [row] = await pools.sql<Position[]>`
        SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::bigint END AS position`;
      return row?.position ?? null;
    },
  };
  const caughtUp = new CaughtUp(positions, (isServing, err) => {
    if (isServing) log.info({ event: "replica.serving" });
    else log.warn({ event: "replica.resting", err });
  });
  return { ...pools, caughtUp };
}

/** On globalThis, because the custom server and the Next bundle load this module separately. */
const holder = globalThis as typeof globalThis & {
  __replicaReads?: AsyncLocalStorage<Replica | undefined>;
};
holder.__replicaReads ??= new AsyncLocalStorage();
const reads = holder.__replicaReads;

/** The replica that what runs now may read from. */
export const currentReplica = (): Replica | undefined => reads.getStore();

/** Makes what is read later, as a stream is sent, come from where the reads of now do, and be about the same account. */
export function bindReads<T>(read: () => T): () => T {
  const [replica, account] = [currentReplica(), currentAccount()];
  return () => onAccount(account, () => reads.run(replica, read));
}

/**
 * Runs a read on a replica that shows all that was done before, else on the primary; there, too, where the
 * replica fails on the way.
 */
export async function readFrom<T>(replica: Replica, read: () => Promise<T>): Promise<T> {
  if (!(await replica.caughtUp.isSo())) return read();
  try {
    return await reads.run(replica, read);
  } catch (error) {
    if (error instanceof AppError) throw error;
    replica.caughtUp.rest(error);
    return read();
  }
}
