import { Prisma, sql, type Tx } from "@/lib/platform/db";
import { isTrue } from "@/lib/platform/db/is-true";
import type { Message } from "./delivery";

/** The advisory lock of whoever delivers; "outbox" in ASCII. */
const LOCK = 0x6f7574626f78n;
/** A relay that hangs with the lock ends after this, and another one goes on. */
const SILENT_MS = 3_000;
/** Messages a batch. Fewer of those that come in masses, because whoever else is told something waits for them. */
const MAX_SINGLE = 1_000;
const MAX_BULK = 500;

/**
 * Anything waits, but for what failed and is not due again. By its order, so that what is already deleted is not read
 * again each time.
 */
export const anyMessage = (kinds: readonly string[]) => sql`coalesce(
  (SELECT true FROM outbox WHERE NOT bulk AND set_aside_at IS NULL AND kind = ANY (${kinds})
    AND (retry_at IS NULL OR retry_at <= clock_timestamp()) ORDER BY id LIMIT 1),
  (SELECT true FROM outbox WHERE bulk AND set_aside_at IS NULL AND kind = ANY (${kinds})
    AND (retry_at IS NULL OR retry_at <= clock_timestamp()) ORDER BY id LIMIT 1), false)`;

/** Whether it does. */
export const hasMessages = (kinds: readonly string[]): Promise<boolean> =>
  isTrue(anyMessage(kinds));

/**
 * Takes the right to deliver until the transaction ends: two relays at a time could tell a user things in the
 * wrong order.
 * @returns false while another relay has it
 */
export async function takeTurn(tx: Tx): Promise<boolean> {
  // A statement by itself, so that the next one sees what the relay before has committed. What a crash of the
  // database undoes of this transaction is delivered again, so nobody has to wait for the disk. How many messages
  // there are the planner never knows: the indexes have them in order.
  const [row] = await tx.$queryRaw<{ isMine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isMine", set_config('synchronous_commit', 'off', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true),
      set_config('idle_in_transaction_session_timeout', ${String(SILENT_MS)}, true)`;
  return row?.isMine === true;
}

export type Claim = { messages: Message[]; hasMore: boolean };

/**
 * The oldest messages, by id. Those that come in masses go by themselves, so that others need not wait for all of
 * them; but nothing overtakes an earlier message of its own user. Behind one that failed, its user's wait.
 */
export async function claimOldest(tx: Tx, kinds: readonly string[]): Promise<Claim> {
  const isDue = Prisma.sql`o.set_aside_at IS NULL AND o.kind = ANY (${kinds}::text[]) AND CASE WHEN o.attempts = 0
    THEN o.user_id IS NULL OR o.user_id NOT IN (SELECT f.user_id FROM failing f)
    ELSE o.retry_at <= clock_timestamp() END`;
  const columns = Prisma.sql`o.id, o.bulk, o.user_id AS "userId", o.kind, o.payload, o.attempts`;
  const rows = await tx.$queryRaw<Message[]>`
    WITH failing AS MATERIALIZED (
      SELECT user_id FROM outbox WHERE attempts > 0 AND set_aside_at IS NULL AND user_id IS NOT NULL
    ), many AS MATERIALIZED (
      SELECT ${columns} FROM outbox o WHERE o.bulk AND ${isDue} ORDER BY o.id LIMIT ${MAX_BULK}
    ), upto AS MATERIALIZED (
      SELECT coalesce(max(id), 0) AS id FROM many
    ), single AS MATERIALIZED (
      -- One look into the index a row, where a join would read all that come in masses.
      SELECT ${columns} FROM outbox o WHERE NOT o.bulk AND ${isDue} AND coalesce(o.id < (
        SELECT b.id FROM outbox b WHERE b.bulk AND b.user_id = o.user_id AND b.id > (SELECT upto.id FROM upto)
          AND b.set_aside_at IS NULL ORDER BY b.id LIMIT 1), true)
      ORDER BY o.id LIMIT ${MAX_SINGLE}
    )
    SELECT * FROM many UNION ALL SELECT * FROM single ORDER BY id`;
  const singles = rows.filter(({ bulk }) => !bulk);
  const bulkCount = rows.length - singles.length;
  const last = singles.at(-1)?.id;
  if (last === undefined || singles.length < MAX_SINGLE) {
    return { messages: rows, hasMore: bulkCount === MAX_BULK };
  }
  // What is left of the others may be of the same users.
  return { messages: rows.filter(({ id }) => id <= last), hasMore: true };
}
