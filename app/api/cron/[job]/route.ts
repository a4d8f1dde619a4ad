import { z } from "zod";
import { deliveries } from "@/deliveries";
import { jobs } from "@/jobs";
import { AppError } from "@/lib/platform/errors";
import { drainQueue, runScheduledJob } from "@/lib/platform/jobs/runner";
import { relayOnce } from "@/lib/platform/outbox/relay";
import { endpoints, route } from "@/lib/sessions/gate";

/** Seconds that a host which counts them gives a request; the market job needs most of them. */
export const maxDuration = 60;

/** The name under which the outside clock asks for queued work rather than for a scheduled job. */
const QUEUE = "queue";

async function work(name: string): Promise<{ ran: boolean; done?: number; failed?: number }> {
  if (name === QUEUE) return { ran: true, ...(await drainQueue(jobs)) };
  const job = jobs.find((one) => one.name === name && one.schedule);
  if (!job) throw new AppError("NOT_FOUND");
  return { ran: await runScheduledJob(job) };
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Run a scheduled job, or the queued work, where no job runner is at work",
      tag: "Operation",
      auth: "cron",
      params: z.object({ job: z.string() }),
      response: z.object({
        /** False when another process is running the same job. */
        ran: z.boolean(),
        done: z.number().int().optional(),
        failed: z.number().int().optional(),
      }),
    },
    async ({ params }) => {
      const outcome = await work(params.job);
      // Where no relay runs, nobody else tells what the work did.
      await relayOnce(deliveries);
      return outcome;
    },
  ),
});
