import { midE8 } from "@/lib/market/rules";
import { widenCandles } from "./candle-store";
import type { FeedContext } from "./context";
import { type ReplayQuotes, replayIndex, replayLength, replayRange } from "./replay-file";
import { readHead } from "./store";
import { childController, everyPeriod } from "./timing";

/**
 * Plays a recorded file. Tick n (from 0) is recorded n * tickMs after the start and shows the last row whose
 * time is no later than first row + n * tickMs * speed: the sequence of prices depends on nothing else. The
 * high and low of rows that were skipped go into the candles. A tick that the database doesn't take is offered again, none is skipped. After the tick that reaches the last row
 * the feed is silent, or starts over.
 */
export async function runReplay(
  context: FeedContext,
  quotes: ReplayQuotes,
  signal: AbortSignal,
): Promise<void> {
  const { config } = context;
  const replay = config.replay!;
  const stepMs = config.tickMs * replay.speed;
  const length = replayLength(quotes, stepMs);
  const firstRun = await firstRunOf(context, quotes, stepMs);
  context.setFeed("replay");
  context.emit({ level: "info", event: "replay_started", detail: `${length} ticks` });
  const player = childController(signal);
  await everyPeriod(
    config.tickMs,
    player.signal,
    async (run) => {
      if (run >= length && !replay.loop) {
        context.emit({ level: "info", event: "replay_ended" });
        player.abort();
        return false;
      }
      const recorded = await playTick(context, quotes, run, run % length, stepMs);
      return recorded !== null;
    },
    firstRun,
  );
}

async function playTick(
  context: FeedContext,
  quotes: ReplayQuotes,
  run: number,
  position: number,
  stepMs: number,
): Promise<bigint | null> {
  const index = replayIndex(quotes, position, stepMs);
  const bidE8 = quotes.bidsE8[index]!;
  const askE8 = quotes.asksE8[index]!;
  const seq = await context.record({
    priceE8: midE8({ bidE8, askE8 }),
    bidE8,
    askE8,
    sources: [{ source: "replay", position: run, fileTimeMs: quotes.timesMs[index]! }],
    simulated: true,
  });
  const before = position === 0 ? index : replayIndex(quotes, position - 1, stepMs);
  if (seq !== null && index - before > 1) {
    await widenCandles(context.client, seq, replayRange(quotes, before + 1, index));
  }
  return seq;
}

/**
 * The first row for a process that starts; after a change of leader the tick after the newest one, as long as that
 * is this file's. So a file that has ended stays so.
 */
async function firstRunOf(
  { client, continues }: FeedContext,
  quotes: ReplayQuotes,
  stepMs: number,
): Promise<number> {
  const head = continues ? await readHead(client) : null;
  const last = head?.sources[0];
  if (last?.source !== "replay" || last.position === undefined) return 0;
  const index = replayIndex(quotes, last.position % replayLength(quotes, stepMs), stepMs);
  const priceE8 = midE8({ bidE8: quotes.bidsE8[index]!, askE8: quotes.asksE8[index]! });
  const isOfFile = quotes.timesMs[index] === last.fileTimeMs && head?.priceE8 === priceE8;
  return isOfFile ? last.position + 1 : 0;
}
