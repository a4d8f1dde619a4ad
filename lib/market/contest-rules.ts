/**
 * Whether a price can be traded on: not while one source has moved and the others have not followed, since what they will
 * do is known to whoever watches that one. Exchanges differ by a steady offset and each by a noise of its own, so each pair
 * of sources is judged by how their difference changes against what it has been. docs/decisions/trading/entry-price.md
 */
import { type IndexResult, isUsableQuote, midE8, type SourceQuote } from "./rules";

/** What the sources quoted at one tick. */
export type Sample = {
  atMs: number;
  /** logOfMid() of all fresh sources, dropped ones included. */
  logs: Record<string, number>;
  /** The sources that the index was made of; none where it was withheld. */
  kept: string[];
};

export type Contest = {
  /** Of the last minute, oldest first. */
  samples: Sample[];
  /** Nothing may be entered or filled at this tick, nor accepted until the next. */
  isContested: boolean;
};

const E8 = 1e8;
/** How far back the differences are looked at. */
export const MEMORY_MS = 60_000;
/**
 * A difference that has stayed as it is for so long is a new offset: the others had a lead of up to 3 s to follow, and a
 * second for what lies between two ticks.
 */
const SETTLED_MS = 4_000;
/** Three quarters of 0.02%, the smallest move that is worth anything to who knows of it 3 s ahead. */
const LEAST = 0.00015;
/** However noisy two sources are, a difference beyond this is no noise. */
const MOST = 0.002;
/**
 * Noise counts by the quarter of differences nearest to their median, which stays small even where one source is ahead of
 * the other most of the time. Ten times that is 3.2 standard deviations of a normal noise.
 */
const QUIET_SHARE = 0.25;
const NOISE_FACTOR = 10;

/** What a source quotes as one number, of which differences are relative ones: the logarithm of the mid in USDT. */
export const logOfMid = (bid: number, ask: number): number => Math.log((bid + ask) / 2);

/** A book of few orders jumps to and fro between two or three prices: what it showed for a third of the minute is no move. */
const USUAL_SHARE = 1 / 3;

const byValue = (a: number, b: number) => a - b;
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted(byValue)[Math.floor((values.length - 1) * share)]!;

/** How far two sources were apart, at each of the samples that have both, oldest first. */
function differences(samples: readonly Sample[], a: string, b: string) {
  return samples.flatMap(({ atMs, logs }) => {
    const [first, second] = [logs[a], logs[b]];
    return first === undefined || second === undefined ? [] : [{ atMs, value: first - second }];
  });
}

/** Whether the difference of two sources has just changed to one that they did not have before. */
function hasMovedApart(samples: readonly Sample[], a: string, b: string): boolean {
  const all = differences(samples, a, b);
  const last = all.at(-1);
  // Two that have only just met have no difference that they could leave.
  if (last === undefined || last.atMs - all[0]!.atMs < SETTLED_MS) return false;
  const median = quantile(
    all.map(({ value }) => value),
    0.5,
  );
  const noise = quantile(
    all.map(({ value }) => Math.abs(value - median)),
    QUIET_SHARE,
  );
  const limit = Math.min(Math.max(LEAST, noise * NOISE_FACTOR), MOST);
  if (Math.abs(last.value - median) <= limit) return false;
  const begins = all.findLastIndex(({ value }) => Math.abs(value - last.value) > limit) + 1;
  if (last.atMs - all[begins]!.atMs >= SETTLED_MS) return false;
  const before = all.slice(0, begins);
  const alike = before.filter(({ value }) => Math.abs(value - last.value) <= LEAST);
  return alike.length < before.length * USUAL_SHARE;
}

/** Whether two of the sources that make the index are further apart than the largest spread. */
function disagree(kept: readonly SourceQuote[], maxSpreadPpm: number): boolean {
  const mids = kept.map((quote) => Number(midE8(quote))).toSorted(byValue);
  const [lowest, highest] = [mids[0], mids.at(-1)];
  if (lowest === undefined || highest === undefined) return false;
  return (highest - lowest) * 1_000_000 > lowest * maxSpreadPpm;
}

/**
 * Judges one second of the index. A source that was dropped just now is judged with those that count: it may have moved
 * first.
 * @param samples of the ticks before
 * @param quotes what all sources quote, fresh or not
 * @param result what became of them
 */
export function judgeContest(
  samples: readonly Sample[],
  quotes: readonly SourceQuote[],
  result: Pick<IndexResult, "tick" | "withheld">,
  nowMs: number,
  { freshMs, maxSpreadPpm }: { freshMs: number; maxSpreadPpm: number },
): Contest {
  const fresh = quotes.filter(
    (quote) => nowMs - quote.receivedMs <= freshMs && isUsableQuote(quote, maxSpreadPpm),
  );
  const logs = Object.fromEntries(
    fresh.map((quote) => [
      quote.source,
      logOfMid(Number(quote.bidE8) / E8, Number(quote.askE8) / E8),
    ]),
  );
  const kept = result.tick?.quotes ?? [];
  const now: Sample = { atMs: nowMs, logs, kept: kept.map(({ source }) => source) };
  const known = [...samples.filter(({ atMs }) => nowMs - atMs <= MEMORY_MS), now];
  const lately = known.filter(({ atMs }) => nowMs - atMs <= SETTLED_MS);
  const judged = [...new Set(lately.flatMap((sample) => sample.kept))].filter(
    (source) => source in logs,
  );
  const isContested =
    result.withheld === "jump" ||
    result.withheld === "disagreement" ||
    disagree(kept, maxSpreadPpm) ||
    judged.some((a, index) => judged.slice(index + 1).some((b) => hasMovedApart(known, a, b)));
  return { samples: known, isContested };
}
