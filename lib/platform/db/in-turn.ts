import type { PoolClient } from "pg";
import type { Ask } from "./ask";
import { pool } from "./index";
import { statementName } from "./open";

const ignore = () => undefined;

const askOn =
  (client: PoolClient): Ask =>
  async <Row>({ text, values }: Parameters<Ask>[0]) => {
    const { rows } = await client.query({ name: statementName(text), text, values });
    return rows as Row[];
  };

/** Begins a transaction and asks for its lock, without a wait. A statement by itself: later ones see what the holder before has committed. */
async function beginWith(client: PoolClient, lock: bigint): Promise<boolean> {
  const answers: unknown = await client.query(
    `BEGIN; SELECT pg_try_advisory_xact_lock(${lock}) AS "isMine"`,
  );
  const [, locked] = answers as [unknown, { rows: { isMine: boolean }[] }];
  return locked.rows[0]?.isMine === true;
}

/**
 * Runs `work` in a transaction that no other process is in at the same time. For loops, on the real side: it is a
 * connection of `pg` without Prisma, whose own transactions cost several times as much where little is done in each.
 * @param lock the advisory lock of that work
 * @returns null while another process is at it
 * @throws what `work` throws, after a rollback
 */
export async function inTurn<T>(lock: bigint, work: (ask: Ask) => Promise<T>): Promise<T | null> {
  const client = await pool.connect();
  // A connection that is lost fails what is asked of it; without a listener it would end the process.
  client.on("error", ignore);
  const giveBack = (lost?: Error) => {
    client.off("error", ignore);
    client.release(lost);
  };
  try {
    const result = (await beginWith(client, lock)) ? await work(askOn(client)) : null;
    await client.query("COMMIT");
    giveBack();
    return result;
  } catch (error) {
    await client.query("ROLLBACK").then(() => giveBack(), giveBack);
    throw error;
  }
}
