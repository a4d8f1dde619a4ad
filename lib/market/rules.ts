/** Prices are bigint in units of 10^-8 (`E8`), times are milliseconds of a clock that never goes back. */
import { mulDivHalfEven, PPM } from "@/lib/platform/money";

export const MARKET_SYMBOL = "XAUTUSDT";
/** An index price older than this stops trading and is shown as delayed. */
export const STALE_AFTER_MS = 10_000;

/** What one exchange quotes, and when we received it. */
export type SourceQuote = {
  source: string;
  bidE8: bigint;
  askE8: bigint;
  receivedMs: number;
};

export type IndexLimits = {
  /** A quote older than this does not count. */
  freshMs: number;
  /** How long a dropped source must stay near the index before it counts again. */
  readmitAfterMs: number;
  /**
   * How long a majority must disagree with the sources that count before it takes their place. Longer than sources
   * take to connect, so that those which happen to be first are no majority, and longer than quotes stay fresh.
   */
  outvoteAfterMs: number;
  /** A quote whose bid and ask are further apart is no quote: parts per million of their middle. */
  maxSpreadPpm: number;
};

const defaultIndexLimits: IndexLimits = {
  freshMs: 5_000,
  readmitAfterMs: 300_000,
  outvoteAfterMs: 15_000,
  maxSpreadPpm: 10_000,
};

/** The quote that showed a jump alone, and how many quotes in a row were that far off on the same side. */
type PendingJump = { source: string; receivedMs: number; priceE8: bigint; quotes: number };

/** What the computation remembers from one second to the next. */
export type IndexState = {
  lastPriceE8: bigint | null;
  /** A jump that one quote showed, waiting for a later quote or another source. */
  pendingJump: PendingJump | null;
  /** Dropped sources, and since when each has stayed close to the index (null: it has not). */
  dropped: Record<string, { closeSinceMs: number | null }>;
  /**
   * Since when, when last and at what price a majority of all sources, dropped ones included, disagreed with those
   * that count. One that is gone for a moment, because a source of it quotes seldom, is still one.
   */
  outvoted: { sinceMs: number; seenMs: number; priceE8: bigint } | null;
};

export const initialIndexState: IndexState = {
  lastPriceE8: null,
  pendingJump: null,
  dropped: {},
  outvoted: null,
};

export type IndexTick = { priceE8: bigint; bidE8: bigint; askE8: bigint; quotes: SourceQuote[] };

export type IndexResult = {
  state: IndexState;
  tick: IndexTick | null;
  /** Why there is no tick. */
  withheld: "no_source" | "disagreement" | "jump" | null;
  newlyDropped: string[];
  readmitted: string[];
};

/** The middle of bid and ask, rounded half to even. */
export function midE8(quote: { bidE8: bigint; askE8: bigint }): bigint {
  return mulDivHalfEven(quote.bidE8 + quote.askE8, 1n, 2n);
}

/** The median; of an even count the mean of the two in the middle, rounded half to even. Throws on none. */
export function medianE8(values: readonly bigint[]): bigint {
  if (values.length === 0) throw new RangeError("median of nothing");
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? sorted[middle]!
    : mulDivHalfEven(sorted[middle - 1]! + sorted[middle]!, 1n, 2n);
}

/** Whether `value` is further than `permille` thousandths from `reference`. */
export function isFurtherThan(value: bigint, reference: bigint, permille: bigint): boolean {
  const distance = value > reference ? value - reference : reference - value;
  return distance * 1000n > reference * permille;
}

/** A quote that can be priced: both sides positive, not crossed, and no further apart than the largest spread. */
export function isUsableQuote(
  quote: { bidE8: bigint; askE8: bigint },
  maxSpreadPpm: number,
): boolean {
  if (quote.bidE8 <= 0n || quote.bidE8 > quote.askE8) return false;
  return (quote.askE8 - quote.bidE8) * PPM <= midE8(quote) * BigInt(maxSpreadPpm);
}

/** The exchange of a source such as `okx:XAUT/USDT`. Two symbols of one exchange are no two opinions. */
export function exchangeOf(source: string): string {
  return source.split(":", 1)[0]!;
}

function exchangesIn(quotes: readonly SourceQuote[]): number {
  return new Set(quotes.map(({ source }) => exchangeOf(source))).size;
}

const OUTLIER_PERMILLE = 10n;
const READMIT_PERMILLE = 5n;
const JUMP_PERMILLE = 5n;
/** This many quotes in a row beyond the last price are no mistake of one of them, however far they lie apart. */
const JUMP_QUOTES = 3;

function updateDropped(
  state: IndexState,
  fresh: SourceQuote[],
  nowMs: number,
  limits: IndexLimits,
): { dropped: IndexState["dropped"]; readmitted: string[] } {
  const counting = fresh.filter((quote) => !(quote.source in state.dropped));
  const reference = counting.length > 0 ? medianE8(counting.map(midE8)) : state.lastPriceE8;
  const dropped: IndexState["dropped"] = {};
  const readmitted: string[] = [];
  for (const [source, record] of Object.entries(state.dropped)) {
    const quote = fresh.find((candidate) => candidate.source === source);
    const isClose =
      quote !== undefined &&
      reference !== null &&
      !isFurtherThan(midE8(quote), reference, READMIT_PERMILLE);
    const closeSinceMs = isClose ? (record.closeSinceMs ?? nowMs) : null;
    if (closeSinceMs !== null && nowMs - closeSinceMs >= limits.readmitAfterMs) {
      readmitted.push(source);
    } else {
      dropped[source] = { closeSinceMs };
    }
  }
  return { dropped, readmitted };
}

/**
 * Splits the counting quotes into those near the median and the outliers. Two sources that disagree have no
 * majority, so the last index price decides which of them moved.
 */
function splitOutliers(quotes: SourceQuote[], lastPriceE8: bigint | null) {
  if (quotes.length === 0) return { kept: [], outliers: [] };
  let kept = quotesNear(quotes, medianE8(quotes.map(midE8)));
  if (kept.length === 0 && lastPriceE8 !== null) kept = quotesNear(quotes, lastPriceE8);
  return { kept, outliers: quotes.filter((quote) => !kept.includes(quote)) };
}

function quotesNear(quotes: readonly SourceQuote[], reference: bigint): SourceQuote[] {
  return quotes.filter((quote) => !isFurtherThan(midE8(quote), reference, OUTLIER_PERMILLE));
}

/**
 * How all fresh sources, dropped or not, stand to those that count. A majority is the quotes within 1% of the median of
 * all when they are more than half of the sources, and of the exchanges. It outvotes when the index of what counts is not
 * as near. Without this a source that was alone for a moment would drop every other one for ever.
 * @returns the majority that outvotes, else null, and whether what counts is backed: where nobody outvotes, and half of
 *   the sources and of the exchanges, two at least, are within 1% of the index. One that is alone backs itself with none
 */
function vote(fresh: SourceQuote[], kept: SourceQuote[]) {
  if (fresh.length === 0) return { majority: null, priceE8: 0n, isBacked: false };
  const priceE8 = medianE8(fresh.map(midE8));
  const near = quotesNear(fresh, priceE8);
  const indexE8 = kept.length === 0 ? null : medianE8(kept.map(midE8));
  const isOutvoted = indexE8 === null || isFurtherThan(indexE8, priceE8, OUTLIER_PERMILLE);
  const majority = isOutvoted && shareOf(near, fresh) > 0.5 ? near : null;
  const isBacked =
    majority === null && indexE8 !== null && shareOf(quotesNear(fresh, indexE8), fresh) >= 0.5;
  return { majority, priceE8, isBacked };
}

/** The share of sources that `part` is, or of exchanges, whichever is less; 0 for a single exchange. */
function shareOf(part: SourceQuote[], all: SourceQuote[]): number {
  const exchanges = exchangesIn(part);
  if (exchanges < 2) return 0;
  return Math.min(part.length / all.length, exchanges / exchangesIn(all));
}

/**
 * For how long a majority has outvoted. It ends when what counts is backed, when there was none for as long as one takes
 * to count, and begins anew when the majority is one for another price.
 */
function stillOutvoted(
  before: IndexState["outvoted"],
  { majority, priceE8, isBacked }: ReturnType<typeof vote>,
  nowMs: number,
  limits: IndexLimits,
): IndexState["outvoted"] {
  const isOver = before !== null && nowMs - before.seenMs >= limits.outvoteAfterMs;
  if (isBacked || isOver) before = null;
  if (majority === null) return before;
  const isSame = before !== null && !isFurtherThan(priceE8, before.priceE8, OUTLIER_PERMILLE);
  return { sinceMs: before && isSame ? before.sinceMs : nowMs, seenMs: nowMs, priceE8 };
}

/**
 * One second of the index: the median of every fresh source, without outliers. A jump of more than 0.5% is
 * withheld until a second source or a later quote shows it too. While a majority disagrees with the sources that
 * count nothing is recorded; when it has done so for long enough it counts, and they are dropped.
 */
export function computeIndex(
  state: IndexState,
  quotes: readonly SourceQuote[],
  nowMs: number,
  limits: IndexLimits = defaultIndexLimits,
): IndexResult {
  const fresh = quotes.filter(
    (quote) =>
      nowMs - quote.receivedMs <= limits.freshMs && isUsableQuote(quote, limits.maxSpreadPpm),
  );
  const { dropped, readmitted } = updateDropped(state, fresh, nowMs, limits);
  const counting = fresh.filter((quote) => !(quote.source in dropped));
  let { kept, outliers } = splitOutliers(counting, state.lastPriceE8);
  const voted = vote(fresh, kept);
  const { majority } = voted;
  const outvoted = stillOutvoted(state.outvoted, voted, nowMs, limits);
  const none = { tick: null, newlyDropped: [], readmitted };
  const isWaiting =
    majority === null || nowMs - (outvoted?.sinceMs ?? nowMs) < limits.outvoteAfterMs;
  if (outvoted !== null && isWaiting) {
    const waiting = { ...state, dropped, pendingJump: null, outvoted };
    return { ...none, state: waiting, withheld: "disagreement" };
  }
  if (majority !== null) {
    kept = majority;
    outliers = counting.filter((quote) => !majority.includes(quote));
    for (const { source } of majority.filter((quote) => quote.source in dropped)) {
      delete dropped[source];
      readmitted.push(source);
    }
  } else if (counting.length === 0) {
    return { ...none, state: { ...state, dropped, outvoted: null }, withheld: "no_source" };
  }
  if (kept.length === 0) {
    const undecided = { ...state, dropped, pendingJump: null, outvoted: null };
    return { ...none, state: undecided, withheld: "disagreement" };
  }
  for (const outlier of outliers) dropped[outlier.source] = { closeSinceMs: null };
  const newlyDropped = outliers.map((outlier) => outlier.source);
  const priceE8 = medianE8(kept.map(midE8));

  const jump = unconfirmedJump(state, kept, priceE8);
  if (jump !== null) {
    return {
      state: { ...state, dropped, pendingJump: jump, outvoted: null },
      tick: null,
      withheld: "jump",
      newlyDropped,
      readmitted,
    };
  }
  return {
    state: { lastPriceE8: priceE8, pendingJump: null, dropped, outvoted: null },
    tick: {
      priceE8,
      bidE8: medianE8(kept.map((quote) => quote.bidE8)),
      askE8: medianE8(kept.map((quote) => quote.askE8)),
      quotes: kept,
    },
    withheld: null,
    newlyDropped,
    readmitted,
  };
}

/**
 * A jump that still waits: null when there is none or it is confirmed. The quote that showed it never confirms
 * itself; a later one near it does. A market that runs further each second is never near what it showed before,
 * so the third quote in a row on that side is believed wherever it lies: waiting longer would stop trading.
 */
function unconfirmedJump(
  { lastPriceE8: last, pendingJump: pending }: IndexState,
  kept: SourceQuote[],
  priceE8: bigint,
): PendingJump | null {
  if (last === null || !isFurtherThan(priceE8, last, JUMP_PERMILLE)) return null;
  const isUp = priceE8 > last;
  const beyond = kept.filter((quote) => {
    const mid = midE8(quote);
    return isFurtherThan(mid, last, JUMP_PERMILLE) && mid > last === isUp;
  });
  const [first] = beyond;
  if (first === undefined || exchangesIn(beyond) > 1) return null;
  const { source, receivedMs } = first;
  const shown = { source, receivedMs, priceE8: midE8(first) };
  if (pending === null || pending.priceE8 > last !== isUp) return { ...shown, quotes: 1 };
  const isSameExchange = exchangeOf(source) === exchangeOf(pending.source);
  if (isSameExchange && receivedMs <= pending.receivedMs) return pending;
  const quotes = pending.quotes + 1;
  const isNear = !isFurtherThan(shown.priceE8, pending.priceE8, JUMP_PERMILLE);
  return isNear || quotes >= JUMP_QUOTES ? null : { ...shown, quotes };
}

/**
 * The change against an earlier price in percent with two decimals ("-1.25"), rounded half away from zero;
 * null without an earlier price.
 */
export function changePercent(nowE8: bigint, beforeE8: bigint | null): string | null {
  if (beforeE8 === null || beforeE8 <= 0n) return null;
  const difference = (nowE8 - beforeE8) * 10_000n;
  const size = difference < 0n ? -difference : difference;
  const hundredths = (size * 2n + beforeE8) / (2n * beforeE8);
  const sign = difference < 0n && hundredths > 0n ? "-" : "";
  return `${sign}${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, "0")}`;
}

/** A decimal text such as "4012.345" in 10^-8 units, digits beyond the eighth cut off; null if it is no price. */
export function parseE8(text: string): bigint | null {
  const match = /^(\d{1,10})(?:\.(\d+))?$/.exec(text.trim());
  if (match === null) return null;
  return BigInt(match[1]! + (match[2] ?? "").slice(0, 8).padEnd(8, "0"));
}
