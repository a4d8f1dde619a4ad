import { sql } from "@/lib/platform/db";
import { defineJob } from "@/lib/platform/jobs";
import { hasSocketServer } from "@/lib/platform/realtime";
import { marketConfigFromEnv, startMarketFeed } from "./feed";
import { pause } from "./feed/timing";

/** Shorter than the minute between two calls, and than the minute that hosts give a request. */
const RUN_MS = 50_000;

/**
 * Records index ticks for 50 seconds, for deployments without server.ts, where an outside clock calls once a
 * minute. Beside server.ts, which runs the feed all the time, it does nothing.
 */
export const marketJob = defineJob({
  name: "market",
  schedule: "* * * * *",
  retryLimit: 0,
  timeoutSeconds: 58,
  handler: async (_data, { signal }) => {
    if (hasSocketServer()) return;
    const feed = await startMarketFeed(marketConfigFromEnv());
    await pause(RUN_MS, signal);
    await feed.stop();
  },
});

/** Removes old ticks that nothing needs, a day at a time, each in a transaction of its own. */
export const thinTicksJob = defineJob({
  name: "thin-ticks",
  schedule: "20 4 * * *",
  timeoutSeconds: 1_800,
  handler: async (_, { signal }) => {
    for (;;) {
      signal.throwIfAborted();
      const [row] = await sql<{ removed: number | null }[]>`SELECT thin_ticks() AS removed`;
      if (row?.removed == null) return;
    }
  },
});
