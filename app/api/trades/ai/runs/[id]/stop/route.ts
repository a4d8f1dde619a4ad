import { endpoints, route } from "@/lib/accounts/gate";
import { stopRun } from "@/lib/ai/mutations";
import { runAnswerSchema } from "@/lib/ai/schema";
import { idParams } from "@/lib/platform/http";

const MESSAGES = {
  running: "The run is running",
  stopping: "No more orders. The XAUT is sold at the next price, then everything is returned.",
  stopped: "The run was stopped and everything returned",
};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Stop a strategy run: no more orders, its XAUT is sold, everything is returned",
      tag: "Strategies",
      auth: "user",
      idempotent: "record",
      params: idParams,
      response: runAnswerSchema,
    },
    async ({ user, params }) => {
      const run = await stopRun(user.userId, params.id);
      return { message: MESSAGES[run.status], run };
    },
  ),
});
