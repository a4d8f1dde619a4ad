import { endpoints, route } from "@/lib/accounts/gate";
import { getMarketHead } from "@/lib/market/data";
import { isDatabaseUp } from "@/lib/platform/health";
import { version } from "@/package.json";

type Health = {
  status: "ok" | "degraded" | "down";
  database: "ok" | "down";
  market: { source: string | null; ageMs: number | null; stale: boolean };
  version: string;
};

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Whether the site works; 503 when it can't serve anybody",
      tag: "System",
      auth: "public",
      produces: "application/json",
    },
    async () => {
      const isUp = await isDatabaseUp();
      const head = isUp ? await getMarketHead() : null;
      const stale = head?.stale ?? true;
      const health: Health = {
        status: !isUp ? "down" : stale ? "degraded" : "ok",
        database: isUp ? "ok" : "down",
        market: { source: head?.source ?? null, ageMs: head?.ageMs ?? null, stale },
        version,
      };
      return Response.json(
        { success: isUp, ...health },
        { status: isUp ? 200 : 503, headers: { "cache-control": "no-store" } },
      );
    },
  ),
});
