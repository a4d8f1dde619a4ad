import { setTimeout as delay } from "node:timers/promises";
import { judgeContest, type Sample } from "@/lib/market/contest-rules";
import {
  computeIndex,
  type IndexResult,
  type IndexState,
  type IndexTick,
  initialIndexState,
  STALE_AFTER_MS,
} from "@/lib/market/rules";
import { formatPriceE8 } from "@/lib/platform/money";
import { CandleKeeper } from "./candle-keeper";
import { deleteSimulatedCandles } from "./candle-store";
import { contestMarket, readSamples } from "./contest";
import type { FeedContext } from "./context";
import { PriceGuard } from "./pause";
import { runLiveRates, runSimulatedRates } from "./rates";
import { runSimulated } from "./simulated";
import { LiveSource } from "./source";
import { type Head, type NewTick, readHead, writeDropped } from "./store";
import { childController, everyPeriod, monotonicMs, pause } from "./timing";

const STOP_MS = 1_000;

/**
 * Records the index of all exchanges until the signal aborts. With `maySimulate` simulated ticks bridge the time
 * until the first exchange answers, starting `startupMs` after the start, or at once after a leader that simulated; once
 * live it stays live.
 */
export async function runLive(
  context: FeedContext,
  signal: AbortSignal,
  maySimulate: boolean,
): Promise<void> {
  const head = await readHead(context.client);
  const hasBeenLive = head !== null && !head.simulated;
  const group = childController(signal);
  const sources = context.config.exchanges.map((place) => new LiveSource(place, context));
  const publish = () => context.setSources(sources.map((source) => source.status()));
  const tasks = sources.map((source) => source.run(group.signal));
  try {
    if (maySimulate && !hasBeenLive) {
      // A market that is under way must not pause for every change of leader; one that is not waits for its exchanges.
      const isUnderWay = context.continues && head !== null && head.ageMs < STALE_AFTER_MS;
      const startupMs = isUnderWay ? 0 : context.timings.startupMs;
      await bridge(context, sources, publish, startupMs, group.signal);
    }
    if (group.signal.aborted) return;
    const samples = await readSamples(context.client, monotonicMs());
    const guard = await PriceGuard.of(context);
    const index = new LiveIndex(context, sources, hasBeenLive ? head : null, samples, guard);
    if (head?.simulated) await deleteSimulatedCandles(context.client);
    tasks.push(index.candles.run(group.signal), runLiveRates(context, sources, group.signal));
    context.setFeed("live");
    await everyPeriod(context.config.tickMs, group.signal, async () => {
      publish();
      await index.tick();
      return true;
    });
  } finally {
    group.abort();
    // A request to an exchange may still be on its way; its answer is not worth waiting for.
    await Promise.race([Promise.all(tasks), delay(STOP_MS, undefined, { ref: false })]);
  }
}

/** Waits for a first index price, and simulates when it does not come within `startupMs`. */
async function bridge(
  context: FeedContext,
  sources: LiveSource[],
  publish: () => void,
  startupMs: number,
  signal: AbortSignal,
): Promise<void> {
  const simulation = childController(signal);
  const startedMs = monotonicMs();
  let simulating: Promise<unknown> | null = null;
  const isAnswering = () =>
    computeIndex(initialIndexState, quotesOf(sources), monotonicMs(), limitsOf(context)).tick !==
    null;
  try {
    while (!signal.aborted && !simulation.signal.aborted && !isAnswering()) {
      publish();
      if (simulating === null && monotonicMs() - startedMs >= startupMs) {
        context.emit({ level: "alert", event: "simulating", detail: "no exchange answers" });
        simulating = simulate(context, simulation);
      }
      await pause(Math.min(100, context.config.tickMs), signal);
    }
  } finally {
    simulation.abort();
    await simulating;
  }
  if (simulating !== null && !signal.aborted) {
    await deleteSimulatedCandles(context.client);
    context.emit({ level: "info", event: "simulation_ended" });
  }
}

/** Ends at the controller's abort; a failure aborts it and is thrown to whoever waits. */
function simulate(context: FeedContext, controller: AbortController): Promise<unknown> {
  const running = Promise.all([
    runSimulated(context, controller.signal),
    runSimulatedRates(context, controller.signal),
  ]);
  running.catch(() => controller.abort());
  return running;
}

const limitsOf = ({ timings, maxSpreadPpm }: FeedContext) => ({
  ...timings,
  maxSpreadPpm: maxSpreadPpm(),
});

function quotesOf(sources: LiveSource[]) {
  return sources.flatMap((source) => (source.quote === null ? [] : [source.quote]));
}

class LiveIndex {
  readonly candles: CandleKeeper;
  private state: IndexState;
  private withheld: IndexResult["withheld"] = null;
  /** The dropped sources that the database was told of; null before it was. */
  private notedDropped: string | null = null;

  constructor(
    private readonly context: FeedContext,
    private readonly sources: LiveSource[],
    lastLive: Head | null,
    /** Of the ticks of the last minute, whoever recorded them. */
    private samples: Sample[],
    private readonly guard: PriceGuard,
  ) {
    const names = (lastLive?.dropped ?? []).filter((name) =>
      sources.some((source) => source.name === name),
    );
    // Every source connects anew under a new leader, so how long one has been close is counted anew as well.
    const dropped = Object.fromEntries(names.map((name) => [name, { closeSinceMs: null }]));
    this.state = { ...initialIndexState, lastPriceE8: lastLive?.priceE8 ?? null, dropped };
    this.candles = new CandleKeeper(
      context,
      sources,
      (name) => this.state.outvoted !== null || name in this.state.dropped,
    );
  }

  async tick(): Promise<void> {
    const { context } = this;
    const quotes = quotesOf(this.sources);
    const nowMs = monotonicMs();
    const limits = limitsOf(context);
    const result = computeIndex(this.state, quotes, nowMs, limits);
    const judged = judgeContest(this.samples, quotes, result, nowMs, limits);
    this.samples = judged.samples;
    const isContested =
      (result.tick !== null && (await this.guard.isPaused(result.tick, judged.isContested))) ||
      judged.isContested;
    this.report(result);
    const { dropped } = result.state;
    // Ahead of the tick on the session: whoever takes over after it must not count a source that it left out. Not
    // awaited yet, since a price's age counts from when it is handed on.
    const noting = this.noteDropped(Object.keys(dropped));
    const contesting = result.tick === null && isContested ? this.noteContested() : null;
    const seq =
      result.tick === null ? null : await context.record(newTick(result.tick, isContested));
    await Promise.all([noting, contesting]);
    if (result.tick === null) {
      this.state = result.state;
      return;
    }
    // What was not recorded is not the price that the next one is compared with, and confirms no jump.
    this.state = seq === null ? { ...this.state, dropped } : result.state;
    if (seq === null) return;
    if (!isContested) this.guard.accept(result.tick.priceE8);
    this.candles.ticked();
  }

  /** Tries again at the next tick what the database didn't take, or had no tick yet to note it with. */
  private async noteDropped(names: string[]): Promise<void> {
    const text = names.sort().join();
    if (text === this.notedDropped) return;
    try {
      if (await writeDropped(this.context.client, names)) this.notedDropped = text;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.context.emit({ level: "alert", event: "dropped_not_noted", detail });
    }
  }

  /** Fails only where no tick can be recorded either, and without one nothing is entered. */
  private async noteContested(): Promise<void> {
    try {
      await contestMarket(this.context.client);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.context.emit({ level: "alert", event: "contest_not_noted", detail });
    }
  }

  private report(result: IndexResult): void {
    const { emit } = this.context;
    for (const source of result.newlyDropped) {
      emit({ level: "alert", event: "outlier_dropped", source });
    }
    for (const source of result.readmitted) {
      emit({ level: "info", event: "outlier_readmitted", source });
    }
    if (result.withheld !== this.withheld && result.withheld !== null) {
      emit({ level: "alert", event: `index_withheld_${result.withheld}` });
    }
    this.withheld = result.withheld;
  }
}

function newTick(tick: IndexTick, contested: boolean): NewTick {
  return {
    priceE8: tick.priceE8,
    bidE8: tick.bidE8,
    askE8: tick.askE8,
    sources: tick.quotes.map((quote) => ({
      source: quote.source,
      bid: formatPriceE8(quote.bidE8),
      ask: formatPriceE8(quote.askE8),
      receivedAt: new Date(Date.now() - (monotonicMs() - quote.receivedMs)).toISOString(),
    })),
    simulated: false,
    contested,
    quotedMs: Math.max(...tick.quotes.map(({ receivedMs }) => receivedMs)),
  };
}
