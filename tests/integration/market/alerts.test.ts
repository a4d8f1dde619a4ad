import { emitMarketEvent, type MarketEvent } from "@/lib/market/alerts";
import { metrics } from "@/lib/platform/http/metrics";
import { log } from "@/lib/platform/log";

afterEach(() => {
  jest.useRealTimers();
});

it("says a lasting alert once a minute, what is new at once, and counts all of them", async () => {
  jest.useFakeTimers();
  const warn = jest.spyOn(log, "warn").mockImplementation();
  const failure: MarketEvent = { level: "alert", event: "feed_failed", detail: "refused" };
  for (let second = 0; second < 120; second += 1) {
    emitMarketEvent(failure);
    jest.advanceTimersByTime(1000);
  }
  expect(warn).toHaveBeenCalledTimes(2);
  emitMarketEvent({ ...failure, detail: "timed out" });
  emitMarketEvent({ ...failure, detail: "timed out", source: "kraken" });
  emitMarketEvent({ ...failure, event: "rates_failed" });
  expect(warn).toHaveBeenCalledTimes(5);
  expect(await metrics.registry.metrics()).toContain(
    'market_feed_events_total{level="alert",event="feed_failed"} 122',
  );
});
