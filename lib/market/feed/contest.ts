import { logOfMid, MEMORY_MS, type Sample } from "@/lib/market/contest-rules";
import type { Session } from "./leader";

/** What the sources quoted at the live ticks of the last minute, oldest first, on the process's clock. */
export async function readSamples(client: Session, nowMs: number): Promise<Sample[]> {
  const { rows } = await client.query<{
    age_ms: number;
    sources: { source: string; bid: string; ask: string }[];
  }>(
    `SELECT (extract(epoch FROM app_now() - at) * 1000)::float8 AS age_ms, sources FROM market_tick
     WHERE at > app_now() - $1 * interval '1 millisecond' AND NOT simulated ORDER BY seq`,
    [MEMORY_MS],
  );
  return rows.map(({ age_ms: ageMs, sources }) => ({
    atMs: nowMs - ageMs,
    logs: Object.fromEntries(
      sources.map(({ source, bid, ask }) => [source, logOfMid(Number(bid), Number(ask))]),
    ),
    kept: sources.map(({ source }) => source),
  }));
}

/** Notes that nothing is entered or filled until the next tick. */
export async function contestMarket(client: Session): Promise<void> {
  await client.query("SELECT market_contest()");
}
