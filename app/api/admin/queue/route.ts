import { countQueue } from "@/lib/overview/queue-counts";
import { endpoints, route } from "@/lib/sessions/gate";
import { queueResponse } from "@/lib/staff/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How many deposits, withdrawals and balance changes wait for staff",
      tag: "Admin",
      auth: "admin",
      area: "finance",
      response: queueResponse,
    },
    async () => ({ queue: await countQueue() }),
  ),
});
