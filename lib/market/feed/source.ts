import type { SourceQuote } from "@/lib/market/rules";
import type { ExchangeSource } from "./config";
import type { FeedContext, SourceStatus } from "./context";
import {
  createExchange,
  type ExchangeClient,
  listsSymbol,
  type QuoteWatcher,
  quoteWatchers,
} from "./exchange";
import { backoffMs, monotonicMs, pause } from "./timing";

const CLOSE_MS = 500;

/** One exchange and symbol: keeps its newest quote, reconnects by itself. */
export class LiveSource {
  readonly name: string;
  quote: SourceQuote | null = null;
  /** Connected, with its markets loaded: usable for REST. */
  exchange: ExchangeClient | null = null;
  private client: ExchangeClient | null = null;
  private marketsMs = Number.NEGATIVE_INFINITY;
  private state: SourceStatus["state"] = "connecting";
  private failures = 0;
  private lastError: string | null = null;
  private watcher = 0;
  private provenWatcher: number | null = null;

  constructor(
    readonly place: ExchangeSource,
    private readonly context: FeedContext,
  ) {
    this.name = `${place.exchange}:${place.symbol}`;
  }

  status(): SourceStatus {
    return {
      source: this.name,
      state: this.state,
      quoteAgeMs: this.quote === null ? null : Math.round(monotonicMs() - this.quote.receivedMs),
      failures: this.failures,
      lastError: this.lastError,
    };
  }

  /** Connects again and again until the signal aborts. Never throws. */
  async run(signal: AbortSignal): Promise<void> {
    const { timings } = this.context;
    let attempt = 0;
    while (!signal.aborted) {
      const startedMs = monotonicMs();
      try {
        if (!(await this.open())) {
          await pause(timings.recheckMs, signal);
          continue;
        }
        await this.watch(this.exchange!, signal);
      } catch (error) {
        if (!signal.aborted) this.fail(error);
      } finally {
        await this.close();
      }
      // A connection that delivered starts the back-off anew; one that never did makes it longer.
      const delivered = this.quote !== null && this.quote.receivedMs >= startedMs;
      attempt = delivered ? 0 : attempt + 1;
      await pause(backoffMs(attempt, timings.backoffMinMs, timings.backoffMaxMs), signal);
    }
  }

  /** Prepares the exchange; false if it, or the symbol on it, doesn't exist. */
  private async open(): Promise<boolean> {
    const { exchange: id, symbol } = this.place;
    // One that was closed while it waited for a message does not recover, so each connection has its own.
    const former = this.client;
    this.client = await createExchange(id, this.context.config.exchangeUrls[id]);
    if (this.client === null) return this.drop(`ccxt has no exchange "${id}"`);
    // The list of markets is large; a reconnection doesn't need a new one.
    const isKnown = monotonicMs() - this.marketsMs < this.context.timings.recheckMs;
    if (isKnown && former?.markets !== undefined) {
      this.client.setMarkets(former.markets, former.currencies);
    } else {
      await this.client.loadMarkets();
      this.marketsMs = monotonicMs();
    }
    if (!listsSymbol(this.client, symbol)) {
      this.marketsMs = Number.NEGATIVE_INFINITY;
      return this.drop(`${symbol} is not listed`);
    }
    this.exchange = this.client;
    return true;
  }

  /** Ends the connection. One that hangs is left to time out by itself. */
  private async close(): Promise<void> {
    this.exchange = null;
    const patience = new AbortController();
    await Promise.race([
      this.client?.close().catch(() => undefined),
      pause(CLOSE_MS, patience.signal),
    ]);
    patience.abort();
  }

  private drop(detail: string): false {
    this.quote = null;
    this.lastError = detail;
    if (this.state !== "gone") {
      this.state = "gone";
      this.context.emit({ level: "alert", event: "source_gone", source: this.name, detail });
    }
    return false;
  }

  private fail(error: unknown): void {
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.failures += 1;
    this.lastError = detail.slice(0, 300);
    // One alert for each outage: the tries that follow would only repeat it.
    if (this.state !== "waiting") {
      this.state = "waiting";
      this.context.emit({
        level: "alert",
        event: "source_lost",
        source: this.name,
        detail: this.lastError,
      });
    }
  }

  private async watch(exchange: ExchangeClient, signal: AbortSignal): Promise<void> {
    const watchers = quoteWatchers(exchange, this.place.symbol);
    if (watchers.length === 0) throw new Error("this exchange has no live quotes");
    const next = watchers[this.watcher % watchers.length]!;
    try {
      while (!signal.aborted) {
        const sides = await this.nextQuote(next, signal);
        if (sides === null) continue;
        this.provenWatcher = this.watcher;
        this.quote = { source: this.name, ...sides, receivedMs: monotonicMs() };
        if (this.state !== "live") {
          this.state = "live";
          this.context.emit({ level: "info", event: "source_live", source: this.name });
        }
      }
    } finally {
      // The exchange may not serve this kind of quote for the symbol: try another kind next.
      if (this.provenWatcher !== this.watcher) this.watcher += 1;
    }
  }

  /** The next quote, or an error after the watchdog's time: a frozen exchange reports none by itself. */
  private async nextQuote(next: QuoteWatcher, signal: AbortSignal) {
    const { watchdogMs } = this.context.timings;
    const deadlineMs = monotonicMs() + watchdogMs;
    const timer = new AbortController();
    const stop = () => timer.abort();
    signal.addEventListener("abort", stop, { once: true });
    const silence = pause(watchdogMs, timer.signal).then(() => "silent" as const);
    try {
      for (;;) {
        const update = next();
        // Closing the connection rejects what is still awaited, after nobody listens any more.
        update.catch(() => undefined);
        const first = await Promise.race([update, silence]);
        if (signal.aborted) return null;
        if (first === "silent") throw new Error(`silent for ${watchdogMs} ms`);
        if (first !== null) return first;
        if (monotonicMs() >= deadlineMs) throw new Error(`no bid and ask for ${watchdogMs} ms`);
      }
    } finally {
      stop();
      signal.removeEventListener("abort", stop);
    }
  }
}
