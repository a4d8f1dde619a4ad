import { endpoints, route } from "@/lib/accounts/gate";
import { adminRecordsQuerySchema } from "@/lib/savings/queries";
import { listAdminRecords } from "@/lib/savings/staff";
import { adminRecordsAnswerSchema } from "@/lib/savings/staff-schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "All users' savings, newest first",
      tag: "Savings",
      auth: "admin",
      area: "finance",
      query: adminRecordsQuerySchema,
      response: adminRecordsAnswerSchema,
    },
    ({ query }) => listAdminRecords(query),
  ),
});
