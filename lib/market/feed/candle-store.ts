import {
  type Candle,
  type CandleInterval,
  candleIntervals,
  intervalMs,
} from "@/lib/market/candle-rules";
import { formatE8 } from "@/lib/platform/money";
import type { Session } from "./leader";

export type MergeOptions = {
  source: string;
  simulated: boolean;
  nowMs: number;
  /** The stretch without ticks that the candles fill; null to add volume only. */
  gap: { fromMs: number; toMs: number } | null;
  /** The volumes are those of the gap alone, and are added to what was traded outside it. */
  addsVolume?: boolean;
};

/**
 * Adds candles of one interval. Where a bucket has ticks of its own, they keep the side of it that lies outside
 * the gap, and the range is widened; outside the gap only the volume of candles that exist changes, since a bucket
 * without a tick begins with its first. A simulated candle gives way to a real one. Buckets that have ended become
 * final.
 */
export async function mergeCandles(
  client: Session,
  interval: CandleInterval,
  candles: readonly Candle[],
  { source, simulated, nowMs, gap, addsVolume = false }: MergeOptions,
): Promise<void> {
  if (candles.length === 0) return;
  const texts = (pick: (candle: Candle) => bigint) => candles.map((c) => pick(c).toString());
  await client.query(MERGE, [
    interval,
    candles.map((candle) => new Date(candle.openTimeMs)),
    texts((c) => c.openE8),
    texts((c) => c.highE8),
    texts((c) => c.lowE8),
    texts((c) => c.closeE8),
    candles.map((c) => formatE8(c.volumeE8)),
    source,
    simulated,
    gap === null ? null : new Date(gap.fromMs),
    gap === null ? null : new Date(gap.toMs),
    `${intervalMs(interval)} milliseconds`,
    new Date(nowMs),
    addsVolume,
  ]);
}

const REPLACED = "(c.simulated AND NOT excluded.simulated)";
const TOUCHED =
  "coalesce(c.open_time < $11::timestamptz AND c.open_time + $12::interval > $10::timestamptz, false)";
const MERGE = `
  INSERT INTO market_candle AS c
    ("interval", open_time, open_e8, high_e8, low_e8, close_e8, volume, source, simulated, closed)
  SELECT $1, t, o, h, l, cl, v, $8, $9, t + $12::interval <= $13
  FROM unnest($2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::numeric[])
    AS x (t, o, h, l, cl, v)
  WHERE (t < $11::timestamptz AND t + $12::interval > $10::timestamptz)
    OR EXISTS (SELECT FROM market_candle e WHERE e."interval" = $1 AND e.open_time = t)
  ON CONFLICT ("interval", open_time) DO UPDATE SET
    open_e8 = CASE WHEN ${REPLACED} OR ${TOUCHED} AND c.open_time >= $10
      THEN excluded.open_e8 ELSE c.open_e8 END,
    high_e8 = CASE WHEN ${REPLACED} THEN excluded.high_e8
      WHEN ${TOUCHED} THEN greatest(c.high_e8, excluded.high_e8) ELSE c.high_e8 END,
    low_e8 = CASE WHEN ${REPLACED} THEN excluded.low_e8
      WHEN ${TOUCHED} THEN least(c.low_e8, excluded.low_e8) ELSE c.low_e8 END,
    close_e8 = CASE WHEN ${REPLACED} OR ${TOUCHED} AND c.open_time + $12::interval <= $11
      THEN excluded.close_e8 ELSE c.close_e8 END,
    volume = CASE WHEN ${REPLACED} THEN excluded.volume WHEN $14 THEN c.volume + excluded.volume ELSE greatest(c.volume, excluded.volume) END,
    source = CASE WHEN ${REPLACED} OR ${TOUCHED} THEN excluded.source ELSE c.source END,
    simulated = c.simulated AND excluded.simulated,
    closed = c.closed OR excluded.closed`;

/** Widens the candles that hold a tick to prices that it stands for, and that were not recorded. */
export async function widenCandles(
  client: Session,
  seq: bigint,
  { highE8, lowE8 }: { highE8: bigint; lowE8: bigint },
): Promise<void> {
  await client.query(
    `UPDATE market_candle AS c SET high_e8 = greatest(c.high_e8, $2::bigint), low_e8 = least(c.low_e8, $3::bigint)
     FROM market_interval() AS w, market_tick AS m
     WHERE m.seq = $1 AND c."interval" = w.name AND c.open_time = date_bin(w.width, m.at, '1970-01-05Z')`,
    [String(seq), String(highE8), String(lowE8)],
  );
}

/** Adds traded volume of one moment to the candles that hold it. */
export async function addVolume(
  client: Session,
  atMs: number,
  volumeE8: bigint,
  intervals: readonly CandleInterval[] = candleIntervals,
): Promise<void> {
  await client.query(
    `UPDATE market_candle AS c SET volume = volume + $2::numeric
     FROM market_interval() AS w
     WHERE c."interval" = w.name AND w.name = ANY($3)
       AND c.open_time = date_bin(w.width, $1::timestamptz, '1970-01-05Z')`,
    [new Date(atMs), formatE8(volumeE8), intervals],
  );
}

/**
 * The pauses that the database has noted and nobody has filled in yet, oldest first: the ages of their first and last
 * moments. From the beginning of time where no real price came before.
 */
export async function readNotedGaps(
  client: Session,
): Promise<{ fromAgeMs: number; toAgeMs: number }[]> {
  const result = await client.query<{ from_age_ms: number | null; to_age_ms: number }>(
    `SELECT (extract(epoch FROM app_now() - lower(r)) * 1000)::float8 AS from_age_ms,
       (extract(epoch FROM app_now() - upper(r)) * 1000)::float8 AS to_age_ms
     FROM market_head, unnest(gaps) AS r ORDER BY r`,
  );
  return result.rows.map((row) => ({
    fromAgeMs: row.from_age_ms ?? Number.POSITIVE_INFINITY,
    toAgeMs: row.to_age_ms,
  }));
}

/** Tells that the candles are complete again up to a moment of app_now(). */
export async function reportGapFilled(client: Session, untilMs: number): Promise<void> {
  await client.query("SELECT market_gap_filled($1)", [new Date(untilMs)]);
}

/** Forgets simulated candles, so that no chart joins them to real ones. */
export async function deleteSimulatedCandles(client: Session): Promise<void> {
  await client.query("DELETE FROM market_candle WHERE simulated");
}

/** Whether any chart history exists. */
export async function hasCandles(client: Session): Promise<boolean> {
  const result = await client.query("SELECT 1 FROM market_candle LIMIT 1");
  return result.rowCount === 1;
}
