import { setTimeout as delay } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isReplicaServing } from "@/lib/platform/db";

type Metrics = {
  registry: Registry;
  /** Whether the process itself is watched, too. */
  watchesProcess: boolean;
  requests: Counter<"method" | "route" | "status">;
  duration: Histogram<"method" | "route">;
  sockets: Gauge;
  settlementAge: Gauge;
  outboxAge: Gauge;
  outboxSetAside: Gauge;
};

const holder = globalThis as typeof globalThis & { __metrics?: Metrics };

/** What blocks for longer is seen; its timer wakes the process as often. */
const EVENT_LOOP_MS = 20;

function create(): Metrics {
  const registry = new Registry();
  new Gauge({
    name: "database_replica_serving",
    help: "1 while lists and exports are read from the replica, 0 while the primary serves them; NaN without one",
    registers: [registry],
    collect() {
      this.set(Number(isReplicaServing() ?? Number.NaN));
    },
  });
  return {
    registry,
    watchesProcess: false,
    requests: new Counter({
      name: "http_requests_total",
      help: "API requests answered",
      labelNames: ["method", "route", "status"],
      registers: [registry],
    }),
    sockets: new Gauge({
      name: "realtime_sockets",
      help: "Sockets connected to this process",
      registers: [registry],
    }),
    settlementAge: new Gauge({
      name: "settlement_pass_age_seconds",
      help: "Time since this process last settled what was due; NaN where it does not",
      registers: [registry],
    }),
    outboxAge: new Gauge({
      name: "outbox_oldest_seconds",
      help: "How long the oldest event or notification waits to be told",
      registers: [registry],
    }),
    outboxSetAside: new Gauge({
      name: "outbox_set_aside",
      help: "Events and notifications that could not be told and are kept",
      registers: [registry],
    }),
    duration: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time to answer an API request",
      labelNames: ["method", "route"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [registry],
    }),
  };
}

holder.__metrics ??= create();
/** Prometheus metrics of this process. */
export const metrics: Metrics = holder.__metrics;

/**
 * All of them as Prometheus reads them. The process is watched from the first time on that somebody asks: where nobody
 * does, it would be woken all day for nothing.
 */
export async function metricsText(): Promise<string> {
  const { registry } = metrics;
  if (!metrics.watchesProcess) {
    metrics.watchesProcess = true;
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_MS });
    // Before its timer has come round it has no figure to give.
    await delay(3 * EVENT_LOOP_MS);
  }
  return registry.metrics();
}
