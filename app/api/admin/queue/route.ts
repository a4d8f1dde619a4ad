import { countQueue } from "@/lib/overview/queue-counts";
import { endpoints, route } from "@/lib/sessions/gate";
import { QUEUE_READERS } from "@/lib/sessions/permission-rules";
import { queueResponse } from "@/lib/staff/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How many deposits, withdrawals and balance changes wait for staff",
      tag: "Admin",
      auth: "admin",
      permission: QUEUE_READERS,
      response: queueResponse,
    },
    async () => ({ queue: await countQueue() }),
  ),
});
