import {
  aggregateCandles,
  bucketStartMs,
  type Candle,
  type CandleInterval,
  candleIntervals,
  intervalMs,
  isSoundCandle,
  partInGap,
} from "@/lib/market/candle-rules";
import { DAY_MS } from "@/lib/platform/calendar";
import type { FeedContext } from "./context";
import { decimalE8, type ExchangeClient } from "./exchange";
import type { LiveSource } from "./source";
import {
  ensurePartitions,
  mergeCandles,
  readClockMs,
  readHead,
  readNotedGap,
  reportGapFilled,
} from "./store";
import { monotonicMs, pause } from "./timing";

const BARS = 1_000;
const REFRESH_BARS = 3;
const MAX_PAGES = 3;

/** A pause in the ticks, by the monotonic clock. */
type Gap = { fromMs: number; toMs: number };

/**
 * Fills the charts from an exchange's history: all of it at the first start, what a pause left out after a gap, and
 * traded volume, which ticks don't have, of each minute that ends.
 */
export class CandleKeeper {
  private gap: Gap | null = null;
  private lastTickMs: number | null = null;
  private hasTicked = false;
  private wake = new AbortController();

  constructor(
    private readonly context: FeedContext,
    private readonly sources: LiveSource[],
  ) {}

  /** To be called after every recorded tick. Notices that ticks had stopped. */
  ticked(): void {
    const nowMs = monotonicMs();
    const lastMs = this.lastTickMs ?? nowMs;
    this.lastTickMs = nowMs;
    const isFirst = !this.hasTicked;
    this.hasTicked = true;
    if (nowMs - lastMs < this.context.timings.gapMs) {
      // The database has noted the pause before this tick; the round under way ends before it.
      if (isFirst) this.wake.abort();
      return;
    }
    this.gap = { fromMs: this.gap?.fromMs ?? lastMs, toMs: nowMs };
    this.wake.abort();
  }

  /** Works until the signal aborts. Never throws. */
  async run(signal: AbortSignal): Promise<void> {
    const { client, timings } = this.context;
    await this.findGap();
    let partitionsMs = monotonicMs();
    while (!signal.aborted) {
      this.wake = new AbortController();
      const done = await this.work(signal);
      if (monotonicMs() - partitionsMs > DAY_MS) {
        partitionsMs = monotonicMs();
        await ensurePartitions(client).catch(() => undefined);
      }
      await pause(
        done ? timings.volumeMs : timings.backoffMinMs,
        AbortSignal.any([signal, this.wake.signal]),
      );
    }
  }

  /** What has no ticks when this leader begins. A change of leader that nobody noticed leaves nothing to fill. */
  private async findGap(): Promise<void> {
    const { client, timings } = this.context;
    const head = await readHead(client).catch(() => null);
    const noted = await readNotedGap(client).catch(() => null);
    const nowMs = monotonicMs();
    // Real ticks from before a restart stay; simulated candles are replaced whatever the gap.
    const headMs = head === null || head.simulated ? Number.NEGATIVE_INFINITY : nowMs - head.ageMs;
    const isShort = nowMs - headMs < timings.gapMs;
    // What this round fills ends here, so a first tick that is long in coming ends a gap too.
    this.lastTickMs ??= isShort ? headMs : nowMs;
    if (!isShort) this.gap = { fromMs: headMs, toMs: nowMs };
    // A pause that the leader before did not come to fill in.
    if (noted !== null) {
      const fromMs = Math.min(headMs, nowMs - noted.fromAgeMs);
      this.gap = { fromMs, toMs: isShort ? nowMs - noted.toAgeMs : nowMs };
    }
  }

  /** One round: the gap if there is one, else the last minutes' volume. False when no exchange could serve it. */
  private async work(signal: AbortSignal): Promise<boolean> {
    const gap = this.gap;
    const source = this.sources.find((candidate) => candidate.exchange?.has.fetchOHLCV === true);
    if (source?.exchange === undefined || source.exchange === null) return false;
    const { client, emit } = this.context;
    try {
      const filledMs = await this.fill(source.exchange, source.place.symbol, gap, signal);
      if (signal.aborted) return true;
      if (this.gap === gap) this.gap = null;
      // The database may have noted a pause that was a little too short to be one here.
      if (this.gap === null) await reportGapFilled(client, filledMs);
      if (gap !== null) emit({ level: "info", event: "back_filled", source: source.name });
      return this.gap === null;
    } catch (error) {
      if (signal.aborted) return false;
      const detail = error instanceof Error ? error.message : String(error);
      emit({ level: "alert", event: "back_fill_failed", source: source.name, detail });
      return false;
    }
  }

  /** Returns the moment of the database's clock up to which candles are complete. */
  private async fill(
    exchange: ExchangeClient,
    symbol: string,
    gap: Gap | null,
    signal: AbortSignal,
  ): Promise<number> {
    const { client } = this.context;
    const nowMs = await readClockMs(client);
    // From the monotonic clock to the database's, which the candles go by.
    const offsetMs = nowMs - monotonicMs();
    const gapByClock =
      gap === null
        ? null
        : { fromMs: Math.max(0, gap.fromMs + offsetMs), toMs: gap.toMs + offsetMs };
    let minutes: Candle[] = [];
    for (const interval of candleIntervals) {
      const candles = (
        await fetchInterval(exchange, symbol, interval, gapByClock?.fromMs ?? null)
      ).filter((candle) => candle.openTimeMs <= nowMs);
      if (signal.aborted) return nowMs;
      if (interval === "1m") minutes = candles;
      await mergeCandles(
        client,
        interval,
        gapByClock === null
          ? candles
          : candles.map((candle) => partInGap(candle, interval, minutes, gapByClock)),
        { source: exchange.id, simulated: false, nowMs, gap: gapByClock },
      );
    }
    return nowMs;
  }
}

/** An interval that the exchange lacks, or cuts at other times than we do, is built from a shorter one. */
async function fetchInterval(
  exchange: ExchangeClient,
  symbol: string,
  interval: CandleInterval,
  sinceMs: number | null,
): Promise<Candle[]> {
  if (exchange.timeframes !== undefined && interval in exchange.timeframes) {
    const candles = await fetchPages(exchange, symbol, interval, sinceMs);
    const isAligned = candles.every(
      (candle) => bucketStartMs(candle.openTimeMs, interval) === candle.openTimeMs,
    );
    if (isAligned) return candles;
  }
  const shorter: CandleInterval = interval === "1w" ? "1d" : "1h";
  if (intervalMs(interval) <= intervalMs(shorter)) return [];
  const parts = await fetchPages(exchange, symbol, shorter, sinceMs);
  // The first bucket may have begun before the first part.
  return aggregateCandles(parts, interval).slice(1);
}

/** The newest candles, and older pages while they end after `sinceMs`; null asks for the last few only. */
async function fetchPages(
  exchange: ExchangeClient,
  symbol: string,
  interval: CandleInterval,
  sinceMs: number | null,
): Promise<Candle[]> {
  if (sinceMs === null) return fetchPage(exchange, symbol, interval, undefined, REFRESH_BARS);
  let candles = await fetchPage(exchange, symbol, interval, undefined, BARS);
  for (let page = 1; page < MAX_PAGES; page += 1) {
    const oldestMs = candles[0]?.openTimeMs;
    if (oldestMs === undefined || oldestMs <= sinceMs) break;
    const fromMs = Math.max(0, oldestMs - candles.length * intervalMs(interval));
    const older = (await fetchPage(exchange, symbol, interval, fromMs, BARS)).filter(
      (candle) => candle.openTimeMs < oldestMs,
    );
    if (older.length === 0) break;
    candles = [...older, ...candles];
  }
  return candles;
}

async function fetchPage(
  exchange: ExchangeClient,
  symbol: string,
  interval: CandleInterval,
  sinceMs: number | undefined,
  bars: number,
): Promise<Candle[]> {
  const rows = await exchange.fetchOHLCV(symbol, interval, sinceMs, bars);
  const candles = rows.map(([time, open, high, low, close, volume]): Candle => {
    return {
      openTimeMs: Number(time),
      openE8: decimalE8(open) ?? 0n,
      highE8: decimalE8(high) ?? 0n,
      lowE8: decimalE8(low) ?? 0n,
      closeE8: decimalE8(close) ?? 0n,
      volumeE8: decimalE8(volume) ?? 0n,
    };
  });
  // The same bucket twice would make the database refuse the whole page.
  const byTime = new Map(candles.filter(isSoundCandle).map((c) => [c.openTimeMs, c]));
  return [...byTime.values()].sort((a, b) => a.openTimeMs - b.openTimeMs);
}
