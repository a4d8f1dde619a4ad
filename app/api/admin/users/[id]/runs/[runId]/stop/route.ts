import { runParams, runResponseSchema, stopUserRunSchema } from "@/lib/ai/schema";
import { stopUserRun } from "@/lib/ai/staff";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Stop a user's strategy run as they would, with a reason they can read",
      tag: "Admin users",
      auth: "admin",
      errors: ["ALREADY_PROCESSED", "CONFLICT"],
      permission: "runs.stop",
      idempotent: "record",
      params: runParams,
      body: stopUserRunSchema,
      response: runResponseSchema,
    },
    async (context) => {
      const { id, runId } = context.params;
      return { run: await stopUserRun(actorOf(context), id, runId, context.body.reason) };
    },
  ),
});
