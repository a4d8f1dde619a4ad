import { z } from "zod";
import { endpoints, route } from "@/lib/accounts/gate";
import { getMarketHead } from "@/lib/market/data";
import { AppError } from "@/lib/platform/errors";
import { isDatabaseUp } from "@/lib/platform/health";
import { version } from "@/package.json";

const healthSchema = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  database: z.enum(["ok", "down"]),
  market: z.object({
    source: z.string().nullable(),
    ageMs: z.number().nullable(),
    stale: z.boolean(),
  }),
  version: z.string(),
});
type Health = z.output<typeof healthSchema>;

const NO_MARKET = { source: null, ageMs: null, stale: true };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Whether the site works; 503 when it can't serve anybody",
      tag: "System",
      auth: "public",
      response: healthSchema,
    },
    async (): Promise<Health> => {
      if (!(await isDatabaseUp())) {
        const down: Health = { status: "down", database: "down", market: NO_MARKET, version };
        throw new AppError("SERVICE_UNAVAILABLE", { details: down });
      }
      const { source, ageMs, stale } = (await getMarketHead()) ?? NO_MARKET;
      const market = { source, ageMs, stale };
      return { status: stale ? "degraded" : "ok", database: "ok", market, version };
    },
  ),
});
