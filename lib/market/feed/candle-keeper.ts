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
import { mergeCandles, readNotedGaps, reportGapFilled } from "./candle-store";
import type { FeedContext } from "./context";
import { decimalE8, type ExchangeClient } from "./exchange";
import type { LiveSource } from "./source";
import { ensurePartitions, readClockMs, readHead } from "./store";
import { backoffMs, monotonicMs, pause } from "./timing";

const BARS = 1_000;
const REFRESH_BARS = 3;
const MAX_PAGES = 3;

/** A pause in the ticks, by the monotonic clock. */
type Gap = { fromMs: number; toMs: number };

/**
 * Fills the charts from the history of an exchange that the index has not dropped: all of it at the first start, what
 * each pause left out, and traded volume, which ticks don't have, of each minute that ends.
 */
export class CandleKeeper {
  /** By themselves, since what lies between two of them has ticks. */
  private gaps: Gap[] = [];
  /** Rounds in a row in which every exchange failed. */
  private failures = 0;
  private lastTickMs: number | null = null;
  private hasTicked = false;
  private wake = new AbortController();

  constructor(
    private readonly context: FeedContext,
    private readonly sources: LiveSource[],
    /** Whether the index leaves this source out, or can't tell whom to believe. */
    private readonly isDropped: (source: string) => boolean,
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
    this.gaps.push({ fromMs: lastMs, toMs: nowMs });
    this.wake.abort();
  }

  /** Works until the signal aborts. Never throws. */
  async run(signal: AbortSignal): Promise<void> {
    const { client, timings } = this.context;
    while (!signal.aborted && !(await this.findGaps())) await pause(timings.backoffMinMs, signal);
    let partitionsMs = monotonicMs();
    while (!signal.aborted) {
      this.wake = new AbortController();
      const done = await this.work(signal);
      if (monotonicMs() - partitionsMs > DAY_MS) {
        partitionsMs = monotonicMs();
        await ensurePartitions(client).catch(() => undefined);
      }
      const waitMs =
        this.failures === 0
          ? timings.backoffMinMs
          : backoffMs(this.failures - 1, timings.backoffMinMs, timings.backoffMaxMs);
      await pause(done ? timings.volumeMs : waitMs, AbortSignal.any([signal, this.wake.signal]));
    }
  }

  /**
   * What has no ticks when this leader begins. A change of leader that nobody noticed leaves nothing to fill. False
   * when the database did not say: without an answer every candle would seem to lie in a gap, or none.
   */
  private async findGaps(): Promise<boolean> {
    const { client, timings } = this.context;
    const read = Promise.all([readHead(client), readNotedGaps(client)]);
    const found = await read.catch(() => null);
    if (found === null) return false;
    const [head, noted] = found;
    const nowMs = monotonicMs();
    // Real ticks from before a restart stay; simulated candles are replaced whatever the gap.
    const headMs = head === null || head.simulated ? Number.NEGATIVE_INFINITY : nowMs - head.ageMs;
    const isShort = nowMs - headMs < timings.gapMs;
    // What this round fills ends here, so a first tick that is long in coming ends a gap too.
    this.lastTickMs ??= isShort ? headMs : nowMs;
    // The pauses that leaders before did not come to fill in.
    for (const { fromAgeMs, toAgeMs } of noted) {
      this.gaps.push({ fromMs: nowMs - fromAgeMs, toMs: nowMs - toAgeMs });
    }
    if (!isShort) this.gaps.push({ fromMs: headMs, toMs: nowMs });
    return true;
  }

  /** Connected exchanges whose history can be read and believed. */
  private servers(): LiveSource[] {
    return this.sources.filter(
      ({ name, exchange }) =>
        exchange?.has.fetchOHLCV === true &&
        exchange.timeframes?.["1m"] !== undefined &&
        !this.isDropped(name),
    );
  }

  /**
   * One round: the gaps if there are any, else the last minutes' volume, from the first exchange that can serve it.
   * False when none could.
   */
  private async work(signal: AbortSignal): Promise<boolean> {
    const { client, emit } = this.context;
    const gaps = [...this.gaps];
    const servers = this.servers();
    for (const source of servers) {
      const failed = (error: unknown) => {
        const detail = error instanceof Error ? error.message : String(error);
        emit({ level: "alert", event: "back_fill_failed", source: source.name, detail });
      };
      const filledMs = await this.fill(source, gaps, signal).catch((error: unknown) => {
        if (!signal.aborted) failed(error);
        return null;
      });
      if (signal.aborted) return false;
      if (filledMs === null) continue;
      this.failures = 0;
      this.gaps = this.gaps.filter((gap) => !gaps.includes(gap));
      if (gaps.length > 0) emit({ level: "info", event: "back_filled", source: source.name });
      if (this.gaps.length > 0) return false;
      // The database may have noted a pause that was a little too short to be one here. Where that can't be said, the
      // next round says it: no other exchange is asked for what is filled in.
      return reportGapFilled(client, filledMs).then(
        () => true,
        (error: unknown) => {
          failed(error);
          return false;
        },
      );
    }
    // Without any to ask nothing failed: one that connects is asked soon.
    if (servers.length > 0) this.failures += 1;
    return false;
  }

  /** Returns the moment of the database's clock up to which candles are complete. */
  private async fill(source: LiveSource, gaps: Gap[], signal: AbortSignal): Promise<number> {
    const { client } = this.context;
    const { exchange } = source;
    if (exchange === null) throw new Error("it is no longer connected");
    const nowMs = await readClockMs(client);
    // From the monotonic clock to the database's, which the candles go by.
    const offsetMs = nowMs - monotonicMs();
    const gapsByClock = gaps.map(({ fromMs, toMs }) => {
      return { fromMs: Math.max(0, fromMs + offsetMs), toMs: toMs + offsetMs };
    });
    const sinceMs = gaps.length === 0 ? null : Math.min(...gapsByClock.map((gap) => gap.fromMs));
    let minutes: Candle[] = [];
    for (const interval of candleIntervals) {
      const candles = (
        await fetchInterval(exchange, source.place.symbol, interval, sinceMs)
      ).filter((candle) => candle.openTimeMs <= nowMs);
      if (signal.aborted) return nowMs;
      if (this.isDropped(source.name)) throw new Error("the index dropped it meanwhile");
      if (interval === "1m") minutes = candles;
      const options = { source: exchange.id, simulated: false, nowMs };
      const isIn = (gap: Gap) => (candle: Candle) => isTouching(candle, interval, gap);
      const others = candles.filter((candle) => !gapsByClock.some((gap) => isIn(gap)(candle)));
      await mergeCandles(client, interval, others, { ...options, gap: null });
      for (const gap of gapsByClock) {
        const parts = candles
          .filter(isIn(gap))
          .map((candle) => partInGap(candle, interval, minutes, gap));
        await mergeCandles(client, interval, parts, { ...options, gap });
      }
    }
    return nowMs;
  }
}

function isTouching({ openTimeMs }: Candle, interval: CandleInterval, gap: Gap): boolean {
  return openTimeMs < gap.toMs && openTimeMs + intervalMs(interval) > gap.fromMs;
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
  // The last few may hold no trade; of as many as this there is one, so nothing at all fills no gap.
  if (candles.length === 0) throw new Error(`no candles of ${interval}`);
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
