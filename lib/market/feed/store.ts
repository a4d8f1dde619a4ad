import { exchangeOf } from "@/lib/market/rules";
import type { RateCurrency } from "./config";
import type { Session } from "./leader";

export type NewTick = {
  priceE8: bigint;
  bidE8: bigint;
  askE8: bigint;
  sources: ({ source: string } & Record<string, string | number>)[];
  simulated: boolean;
  /** The sources don't agree on it: nothing is entered or filled at it. */
  contested?: boolean;
  /** When the newest quote in it was received, on the process's clock. By default the price is made as it is handed on. */
  quotedMs?: number;
};

export type Head = {
  seq: bigint;
  priceE8: bigint;
  simulated: boolean;
  sources: { source?: string; position?: number; fileTimeMs?: number }[];
  ageMs: number;
  /** Sources that the index left out. */
  dropped: string[];
};

/**
 * Appends a tick, which counts as many sources as it has exchanges; null when the database clock is not past the
 * last one. Throws when the database could not record it within 2 s of `sampledAtMs`, a moment of the database's clock
 * at or before which the price was read. `knownAtMs` is the moment of that clock from which somebody could know it.
 */
export async function recordTick(
  client: Session,
  tick: NewTick,
  sampledAtMs: number,
  knownAtMs = sampledAtMs,
): Promise<bigint | null> {
  const result = await client.query<{ seq: string | null }>({
    name: "record-tick",
    text: "SELECT record_tick($1, $2, $3, $4, $5, $6, to_timestamp($7), $8, to_timestamp($9)) AS seq",
    values: [
      tick.priceE8.toString(),
      tick.bidE8.toString(),
      tick.askE8.toString(),
      JSON.stringify(tick.sources),
      new Set(tick.sources.map(({ source }) => exchangeOf(source))).size,
      tick.simulated,
      sampledAtMs / 1000,
      tick.contested ?? false,
      knownAtMs / 1000,
    ],
  });
  const seq = result.rows[0]?.seq;
  return seq === null || seq === undefined ? null : BigInt(seq);
}

/** The newest tick, its age by the database clock; null before the first. */
export async function readHead(client: Session): Promise<Head | null> {
  const result = await client.query<{
    seq: string;
    price_e8: string;
    simulated: boolean;
    sources: Head["sources"];
    age_ms: number;
    dropped: string[];
  }>(
    `SELECT seq, price_e8, simulated, sources, coalesce(dropped, '{}') AS dropped,
       (extract(epoch FROM app_now() - at) * 1000)::float8 AS age_ms FROM market_head`,
  );
  const row = result.rows[0];
  if (row === undefined) return null;
  return {
    seq: BigInt(row.seq),
    priceE8: BigInt(row.price_e8),
    simulated: row.simulated,
    sources: row.sources,
    ageMs: row.age_ms,
    dropped: row.dropped,
  };
}

/** Notes which sources the index leaves out; false while there is no tick to note it with. */
export async function writeDropped(client: Session, sources: readonly string[]): Promise<boolean> {
  const result = await client.query<{ noted: boolean }>(
    "SELECT market_sources_dropped($1) AS noted",
    [sources],
  );
  return result.rows[0]?.noted === true;
}

/** The database clock in epoch milliseconds: what candle buckets go by. */
export async function readClockMs(client: Session): Promise<number> {
  const result = await client.query<{ ms: number }>(
    "SELECT (extract(epoch FROM app_now()) * 1000)::float8 AS ms",
  );
  return Math.floor(result.rows[0]!.ms);
}

/** When a tick was recorded, in epoch milliseconds. */
export async function readTickMs(client: Session, seq: bigint): Promise<number> {
  const result = await client.query<{ ms: number }>(
    "SELECT (extract(epoch FROM at) * 1000)::float8 AS ms FROM market_tick WHERE seq = $1",
    [String(seq)],
  );
  return Math.floor(result.rows[0]!.ms);
}

/** Replaces the rates of deposit currencies. */
export async function writeRates(
  client: Session,
  rates: ReadonlyMap<RateCurrency, bigint>,
  source: string,
  simulated: boolean,
): Promise<void> {
  if (rates.size === 0) return;
  await client.query(
    `INSERT INTO market_rate (currency, rate_e8, source, simulated, at)
     SELECT currency, rate, $3, $4, app_now() FROM unnest($1::text[], $2::bigint[]) AS x (currency, rate)
     ON CONFLICT (currency) DO UPDATE SET rate_e8 = excluded.rate_e8, source = excluded.source,
       simulated = excluded.simulated, at = excluded.at`,
    [[...rates.keys()], [...rates.values()].map(String), source, simulated],
  );
}

/** Creates the tick partitions of the coming months. */
export async function ensurePartitions(client: Session): Promise<void> {
  await client.query("SELECT ensure_market_tick_partitions(app_now(), 2)");
}
