import { endpoints, route } from "@/lib/accounts/gate";
import { countQueue } from "@/lib/accounts/queue-counts";
import { queueAnswer } from "@/lib/accounts/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How many deposits, withdrawals and balance changes wait for staff",
      tag: "Admin",
      auth: "admin",
      area: "finance",
      response: queueAnswer,
    },
    async () => ({ queue: await countQueue() }),
  ),
});
