import { emitMarketEvent } from "@/lib/market/alerts";
import { getSettings } from "@/lib/settings/data";
import { assertMarketConfig, defaultTimings, type MarketConfig, type MarketMode } from "./config";
import type { FeedContext, FeedKind, SourceStatus } from "./context";
import { loadExchanges } from "./exchange";
import { marketSettingsFromEnv } from "./from-env";
import { type Leadership, runElection } from "./leader";
import { runLive } from "./live";
import { runSimulatedRates } from "./rates";
import { runReplay } from "./replay";
import { type ReplayQuotes, readReplayFile } from "./replay-file";
import { runSimulated } from "./simulated";
import { moveLimit, spreadLimit } from "./spread-limit";
import { ensurePartitions, type NewTick, recordTick } from "./store";
import { monotonicMs } from "./timing";

export type { MarketEvent } from "@/lib/market/alerts";
export type { MarketConfig } from "./config";

export type MarketStatus = {
  mode: MarketMode;
  leading: boolean;
  /** What this instance is recording; null while it isn't. */
  feed: FeedKind | null;
  /** Sequence number of the last tick that this instance recorded. */
  lastSeq: bigint | null;
  sources: SourceStatus[];
};

export type MarketFeed = {
  /** Gives up the leadership and closes every connection. Safe to call twice. */
  stop: () => Promise<void>;
  status: () => MarketStatus;
};

/** The feed's settings out of the environment. Throws one clear line for a setting that can't be used. */
export function marketConfigFromEnv(): MarketConfig {
  return {
    ...marketSettingsFromEnv(),
    simulatedRates: async () => (await getSettings()).simulatedRates,
    maxSpread: async () => (await getSettings()).marketMaxSpread,
    maxMove: async () => (await getSettings()).marketMaxMove,
  };
}

/**
 * Starts competing for the one place that records index ticks, and records them when it is won. Rejects at once
 * for settings or a replay file that can't be used; everything later is retried and reported as events.
 */
export async function startMarketFeed(config: MarketConfig): Promise<MarketFeed> {
  assertMarketConfig(config);
  const quotes = config.mode === "replay" ? await readReplayFile(config.replay!.file) : null;
  const stopping = new AbortController();
  const status: MarketStatus = {
    mode: config.mode,
    leading: false,
    feed: null,
    lastSeq: null,
    sources: [],
  };
  const emit = config.onEvent ?? emitMarketEvent;
  const timings = { ...defaultTimings, ...config.timings };
  const maxSpreadPpm = spreadLimit(config);
  const maxMovePpm = moveLimit(config);
  const needsExchanges = config.mode === "live" || config.mode === "auto";
  // Loading it stalls the process for longer than a leader may be silent, so it comes before the election.
  const prepared = needsExchanges ? loadExchanges().then(() => undefined) : Promise.resolve();
  const election = runElection({
    prepared,
    config,
    timings,
    signal: stopping.signal,
    onLeaderChange: (leading) => {
      if (status.leading !== leading) {
        emit({ level: "info", event: leading ? "leader_won" : "leader_ended" });
      }
      Object.assign(status, { leading, feed: null, sources: [] });
    },
    onStandby: () => emit({ level: "info", event: "standing_by" }),
    onError: (detail) => emit({ level: "alert", event: "feed_failed", detail }),
    lead: (leadership) =>
      lead(
        {
          ...leadership,
          config,
          timings,
          maxSpreadPpm,
          maxMovePpm,
          emit,
          continues: leadership.tookOver || status.lastSeq !== null,
          record: (tick) => record(leadership, status, emit, tick),
          setFeed: (feed) => {
            status.feed = feed;
          },
          setSources: (sources) => {
            status.sources = sources;
          },
        },
        quotes,
        leadership.signal,
      ),
  });
  return {
    status: () => ({ ...status }),
    stop: async () => {
      stopping.abort();
      await election;
    },
  };
}

async function record(
  { client, signal, databaseNowMs }: Leadership,
  status: MarketStatus,
  emit: FeedContext["emit"],
  tick: NewTick,
): Promise<bigint | null> {
  // Feeds hand a price on as soon as they have it; from here on it may wait for its turn on the session.
  const sampledAtMs = databaseNowMs();
  try {
    const quoteAgeMs = tick.quotedMs === undefined ? 0 : monotonicMs() - tick.quotedMs;
    const seq = await recordTick(client, tick, sampledAtMs, sampledAtMs - quoteAgeMs);
    if (seq === null) emit({ level: "alert", event: "clock_went_back" });
    else status.lastSeq = seq;
    return seq;
  } catch (error) {
    if (!signal.aborted) {
      const detail = error instanceof Error ? error.message : String(error);
      emit({ level: "alert", event: "tick_not_recorded", detail });
    }
    return null;
  }
}

async function lead(
  context: FeedContext,
  quotes: ReplayQuotes | null,
  signal: AbortSignal,
): Promise<void> {
  // Of the coming months: whoever reads ticks just now, such as a backup, must not keep the market from starting.
  await ensurePartitions(context.client).catch(() => undefined);
  const { mode } = context.config;
  if (mode === "auto" || mode === "live") return runLive(context, signal, mode === "auto");
  await Promise.all([
    quotes === null ? runSimulated(context, signal) : runReplay(context, quotes, signal),
    runSimulatedRates(context, signal),
  ]);
}
