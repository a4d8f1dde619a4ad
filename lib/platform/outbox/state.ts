import { sql } from "@/lib/platform/db";

export type OutboxState = {
  /** How long the oldest message has been waiting, in milliseconds; 0 where none waits. */
  oldestMs: number;
  /** Messages that could not be delivered and are kept for somebody to look at. */
  setAside: number;
};

/** How far behind the relays are. */
export async function readOutboxState(): Promise<OutboxState> {
  const [row] = await sql<OutboxState[]>`
    SELECT coalesce(extract(epoch FROM clock_timestamp() - least(
        (SELECT created_at FROM outbox WHERE NOT bulk AND set_aside_at IS NULL ORDER BY id LIMIT 1),
        (SELECT created_at FROM outbox WHERE bulk AND set_aside_at IS NULL ORDER BY id LIMIT 1)
      )) * 1000, 0)::float8 AS "oldestMs",
      (SELECT count(*) FROM outbox WHERE attempts > 0 AND set_aside_at IS NOT NULL)::int AS "setAside"`;
  return row ?? { oldestMs: 0, setAside: 0 };
}
