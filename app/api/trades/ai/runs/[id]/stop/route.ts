import { saleOf, stopRun } from "@/lib/ai/mutations";
import { runResponseSchema } from "@/lib/ai/schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";

const STOPPED = text("answers.theRunWasStoppedAndEverything");

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Stop a strategy run: no more orders, its XAUT is sold, everything is returned",
      tag: "Strategies",
      auth: "user",
      hasPractice: true,
      idempotent: "record",
      params: idParams,
      response: runResponseSchema,
    },
    async ({ user, params }) => {
      const { run, obstacle } = await stopRun(user.userId, params.id);
      const waiting = text("answers.noMoreOrdersXautSoldThen", { obstacle: saleOf(obstacle) });
      return { message: run.status === "stopped" ? STOPPED : waiting, run };
    },
  ),
});
