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

const SAY_AGAIN_MS = 60_000;
const said = new Map<string, { atMs: number; detail: string | undefined }>();

/** What an outage repeats every second is one line a minute. */
function isNews({ event, source = "", detail }: MarketEvent): boolean {
  const key = `${event} ${source}`;
  const atMs = performance.now();
  const last = said.get(key);
  if (last && last.detail === detail && atMs - last.atMs < SAY_AGAIN_MS) return false;
  said.set(key, { atMs, detail });
  return true;
}

/** Counts a feed event for the metrics and logs it: alerts as warnings, the same one once a minute. */
export function emitMarketEvent(happened: MarketEvent): void {
  const { level, event, source, detail } = happened;
  holder.__marketEvents ??= new Counter({
    name: "market_feed_events_total",
    help: "What happened in the market feed, by event",
    labelNames: ["level", "event"],
    registers: [metrics.registry],
  });
  holder.__marketEvents.inc({ level, event });
  const fields = { market: event, source, detail };
  if (level === "info") log.info({ event: "market.changed", ...fields });
  else if (isNews(happened)) log.warn({ event: "market.alert", ...fields });
}
