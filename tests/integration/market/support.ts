import type { MarketConfig, MarketEvent } from "@/lib/market/feed";
import { testDatabase } from "@/tests/support/database";
import type { StandInCandle } from "@/tests/support/exchange/exchange-server-protocol";

/** A feed configuration on this file's database that collects its events. */
export function feedConfig(changes: Partial<MarketConfig> = {}): {
  config: MarketConfig;
  events: MarketEvent[];
} {
  const events: MarketEvent[] = [];
  return {
    events,
    config: {
      mode: "simulated",
      databaseUrl: testDatabase().feedUrl,
      exchanges: [],
      exchangeUrls: {},
      replay: null,
      tickMs: 20,
      realMoney: false,
      onEvent: (event) => events.push(event),
      ...changes,
    },
  };
}

export type TickRow = {
  seq: string;
  price_e8: string;
  simulated: boolean;
  source_count: number;
  sources: { source: string }[];
};

/** All ticks of this file's database, oldest first. */
export function readTicks(): Promise<TickRow[]> {
  return testDatabase().query<TickRow>(
    "SELECT seq, price_e8, simulated, source_count, sources FROM market_tick ORDER BY seq",
  );
}

/** Candles of the past that anyone can recompute: they open at 3900 and close at 3901. */
export function pastCandles(_: string, widthMs: number): StandInCandle[] {
  const monday = 4 * 86_400_000;
  const running = monday + Math.floor((Date.now() - monday) / widthMs) * widthMs;
  return Array.from({ length: 700 }, (__, index): StandInCandle => {
    return [running - (699 - index) * widthMs, "3900", "3910.5", "3890.25", "3901", "12.5"];
  });
}
