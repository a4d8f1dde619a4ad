import { adminRecordsQuerySchema } from "@/lib/savings/queries";
import { exportAdminRecords, listAdminRecords } from "@/lib/savings/staff-records";
import { adminRecordsResponseSchema } from "@/lib/savings/staff-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "All users' savings, newest first; as CSV with format=csv",
      tag: "Savings",
      auth: "admin",
      isFromReplica: true,
      permission: "savings.read",
      query: adminRecordsQuerySchema,
      response: adminRecordsResponseSchema,
    },
    ({ query }) => (query.format === "csv" ? exportAdminRecords(query) : listAdminRecords(query)),
  ),
});
