import { Counter } from "prom-client";
import { metrics } from "@/lib/platform/http/metrics";
import { log } from "@/lib/platform/log";

export type MarketEvent = {
  level: "info" | "alert";
  /** Stable name, for metrics. */
  event: string;
  source?: string;
  detail?: string;
};

const holder = globalThis as typeof globalThis & {
  __marketEvents?: Counter<"level" | "event">;
};

/** Logs a feed event, alerts as warnings, and counts it for the metrics. */
export function emitMarketEvent({ level, event, source, detail }: MarketEvent): void {
  holder.__marketEvents ??= new Counter({
    name: "market_feed_events_total",
    help: "What happened in the market feed, by event",
    labelNames: ["level", "event"],
    registers: [metrics.registry],
  });
  holder.__marketEvents.inc({ level, event });
  const fields = { market: event, source, detail };
  if (level === "alert") log.warn(fields, "market alert");
  else log.info(fields, "market");
}
