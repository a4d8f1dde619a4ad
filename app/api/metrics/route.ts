import { metrics, metricsText } from "@/lib/platform/http/metrics";
import { passAgeMs } from "@/lib/platform/jobs/loop";
import { readOutboxState } from "@/lib/platform/outbox/state";
import { socketCount } from "@/lib/platform/realtime";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    { summary: "Prometheus metrics", tag: "System", auth: "metrics", produces: "text/plain" },
    async () => {
      metrics.sockets.set(socketCount());
      metrics.settlementAge.set((passAgeMs("settlement") ?? Number.NaN) / 1000);
      const { oldestMs, setAside } = await readOutboxState();
      metrics.outboxAge.set(oldestMs / 1000);
      metrics.outboxSetAside.set(setAside);
      return new Response(await metricsText(), {
        headers: { "content-type": metrics.registry.contentType, "cache-control": "no-store" },
      });
    },
  ),
});
