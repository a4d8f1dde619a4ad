import { lockKey, openSession } from "@/lib/platform/db/session";

/**
 * Runs `work` if no other process does work of that name now. The lock belongs to a database
 * session, so it is free again at once when this process dies.
 * @param name of the work that must not run twice at the same time
 * @param work gets a signal that aborts if the session, and with it the lock, is lost
 * @returns what `work` returned, or null when somebody else leads
 */
export async function withLeadership<T>(
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ result: T } | null> {
  const session = await openSession(`leader:${name}`);
  try {
    const { rows } = await session.client.query<{ leads: boolean }>(
      "SELECT pg_try_advisory_lock($1) AS leads",
      [lockKey(name)],
    );
    if (rows[0]?.leads !== true) return null;
    const lost = new AbortController();
    void session.lost.then(() => lost.abort());
    return { result: await work(lost.signal) };
  } finally {
    await session.close();
  }
}
