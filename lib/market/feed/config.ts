import type { MarketEvent } from "@/lib/market/alerts";
import { parseE8 } from "@/lib/market/rules";
import { defaultSettings } from "@/lib/settings/schema";

export type MarketMode = "auto" | "live" | "simulated" | "replay";

export type ExchangeSource = { exchange: string; symbol: string };

/** Deposit currencies whose worth in USDT moves. */
export const rateCurrencies = ["USDC", "BTC", "ETH", "BNB"] as const;
export type RateCurrency = (typeof rateCurrencies)[number];

/** How long the feed waits for what, in milliseconds. Tests shorten these; production uses the defaults. */
export type MarketTimings = {
  /** A quote older than this does not count for the index. */
  freshMs: number;
  readmitAfterMs: number;
  /** How long a majority must disagree with the sources that count before it takes their place. */
  outvoteAfterMs: number;
  /** Silence after which a source's connection is given up. */
  watchdogMs: number;
  backoffMinMs: number;
  backoffMaxMs: number;
  /** In mode auto: how long to wait for a first exchange before simulating. */
  startupMs: number;
  leaderPollMs: number;
  heartbeatMs: number;
  /** The database ends a leader's session after this much silence, so that a hung leader is replaced too. */
  leaderSilenceMs: number;
  /** Pause between ticks from which on candles are back-filled. */
  gapMs: number;
  ratesMs: number;
  volumeMs: number;
  /** How often a source whose symbol is gone is looked up again. */
  recheckMs: number;
};

export const defaultTimings: MarketTimings = {
  freshMs: 5_000,
  readmitAfterMs: 300_000,
  outvoteAfterMs: 15_000,
  watchdogMs: 5_000,
  backoffMinMs: 500,
  backoffMaxMs: 10_000,
  startupMs: 10_000,
  leaderPollMs: 1_000,
  heartbeatMs: 500,
  leaderSilenceMs: 2_000,
  gapMs: 10_000,
  ratesMs: 15_000,
  volumeMs: 60_000,
  recheckMs: 300_000,
};

export type MarketConfig = {
  mode: MarketMode;
  databaseUrl: string;
  /** Start-up options of the database session, for example `-c role=feed_runtime`. */
  databaseOptions?: string;
  exchanges: ExchangeSource[];
  /** Base URLs that replace an exchange's own, by exchange id. */
  exchangeUrls: Record<string, { rest?: string; ws?: string }>;
  replay: { file: string; speed: number; loop: boolean } | null;
  tickMs: number;
  realMoney: boolean;
  /** Makes simulated prices repeatable, for tests: without one nobody can foretell them. */
  seed?: number;
  timings?: Partial<MarketTimings>;
  /** Decimal USDT per unit, used while prices are simulated or replayed. */
  simulatedRates?: () => Promise<Partial<Record<RateCurrency, string>>>;
  /** The largest part of a price between its bid and ask, as a decimal. Default: the setting's. */
  maxSpread?: () => Promise<string>;
  /** The largest move within a minute of a price that one exchange shows alone, as a decimal. Default: the setting's. */
  maxMove?: () => Promise<string>;
  onEvent?: (event: MarketEvent) => void;
};

/** Reads `okx:XAUT/USDT,bybit:XAUT/USDT:USDT`. Throws a one-line message on anything else, or the same one twice. */
export function parseExchangeList(text: string): ExchangeSource[] {
  const sources = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part, index, parts) => {
      // It would be two sources that always agree.
      if (parts.indexOf(part) < index) throw new Error(`MARKET_EXCHANGES names ${part} twice`);
      const match = /^([a-z0-9]+):([A-Z0-9]+\/[A-Z0-9]+(?::[A-Z0-9]+)?)$/.exec(part);
      if (match === null) {
        throw new Error(
          `MARKET_EXCHANGES: "${part}" is not of the form exchange:BASE/QUOTE, for example okx:XAUT/USDT`,
        );
      }
      return { exchange: match[1]!, symbol: match[2]! };
    });
  if (sources.length === 0) throw new Error("MARKET_EXCHANGES names no exchange");
  return sources;
}

/** Refuses settings that must never run, with a one-line message. */
export function assertMarketConfig(config: MarketConfig): void {
  if (config.realMoney && config.mode !== "live") {
    throw new Error(
      `REAL_MONEY=1 needs MARKET_SOURCE=live: "${config.mode}" can record prices that are not real`,
    );
  }
  if (config.mode === "replay" && config.replay === null) {
    throw new Error("MARKET_SOURCE=replay needs MARKET_REPLAY_FILE");
  }
  if (config.replay !== null && !(config.replay.speed > 0)) {
    throw new Error("MARKET_REPLAY_SPEED must be more than 0");
  }
  if (!(config.tickMs >= 10)) throw new Error("MARKET_TICK_MS must be at least 10");
}

/** The labelled constants that stand in for exchange rates while prices are not live, in 10^-8 USDT. */
export async function simulatedRatesE8(config: MarketConfig): Promise<Map<RateCurrency, bigint>> {
  const chosen = (await config.simulatedRates?.()) ?? {};
  const rates = new Map<RateCurrency, bigint>();
  for (const currency of rateCurrencies) {
    const rate =
      parseE8(chosen[currency] ?? "") ?? parseE8(defaultSettings.simulatedRates[currency]);
    if (rate !== null && rate > 0n) rates.set(currency, rate);
  }
  return rates;
}
