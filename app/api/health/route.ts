import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { getMarketHead } from "@/lib/market/data";
import { AppError } from "@/lib/platform/errors";
import { lookAtStores } from "@/lib/platform/health";
import { passAgeMs } from "@/lib/platform/jobs/loop";
import { readOutboxState } from "@/lib/platform/outbox/state";
import { isStopping } from "@/lib/platform/stopping";
import { together } from "@/lib/platform/work-queue";
import { endpoints, route } from "@/lib/sessions/gate";
import { version } from "@/package.json";

const healthSchema = z.object({
  /** Of an instance that is about to stop "stopping", so that a proxy sends nothing new there. */
  status: z.enum(["ok", "degraded", "down", "stopping"]),
  database: z.enum(["ok", "full", "down"]),
  /** Where images are kept. */
  files: z.enum(["ok", "full", "unwritable"]),
  market: z.object({
    source: z.string().nullable(),
    ageMs: z.number().nullable(),
    stale: z.boolean(),
  }),
  /** Of this process; null where no loop settles. */
  settlementAgeMs: z.number().nullable(),
  /** Null where it could not be read in time. */
  outbox: z.object({ oldestMs: z.number(), setAside: z.number() }).nullable(),
  version: z.string(),
});
type Health = z.output<typeof healthSchema>;

/** A pass takes milliseconds; one that must catch up for so long is worth a look too. */
const SETTLEMENT_LATE_MS = 30_000;
/** What others must hear is told within half a second; of a hundred thousand settlements at once it takes longer. */
const OUTBOX_LATE_MS = 60_000;
const ANSWER_MS = 3_000;
const NO_MARKET = { source: null, ageMs: null, stale: true };

async function look(): Promise<Health> {
  const settlementAgeMs = passAgeMs("settlement");
  const refusal = (reason: Pick<Health, "status" | "database" | "files">) => {
    const details: Health = {
      ...reason,
      market: NO_MARKET,
      settlementAgeMs,
      outbox: null,
      version,
    };
    return new AppError("SERVICE_UNAVAILABLE", { details });
  };
  if (isStopping()) throw refusal({ status: "stopping", database: "ok", files: "ok" });
  const { database, files } = await lookAtStores();
  if (database !== "ok" || files !== "ok") throw refusal({ status: "down", database, files });
  // One connection that carries nothing must not keep everybody waiting who asks meanwhile.
  const inTime = <T>(answer: Promise<T>) =>
    Promise.race([answer, delay(ANSWER_MS, null, { ref: false })]);
  const [head, outbox] = await Promise.all([inTime(getMarketHead()), inTime(readOutboxState())]);
  const { source, ageMs, stale } = head ?? NO_MARKET;
  const market = { source, ageMs, stale };
  const isLate =
    (settlementAgeMs !== null && settlementAgeMs > SETTLEMENT_LATE_MS) ||
    (outbox !== null && outbox.oldestMs > OUTBOX_LATE_MS);
  const status = stale || isLate ? "degraded" : "ok";
  return { status, database, files, market, settlementAgeMs, outbox, version };
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Whether the site works; 503 when it can't serve anybody",
      tag: "System",
      auth: "public",
      // A proxy asks for everybody behind it, and takes a refusal for the end of the instance.
      isUncounted: true,
      response: healthSchema,
    },
    together(look),
  ),
});
