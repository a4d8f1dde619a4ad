import { getReport } from "@/lib/reports/data";
import { exportReport } from "@/lib/reports/export";
import { reportQuery, reportResponse } from "@/lib/reports/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "Money in and out, the house's result, what is owed and staff's times by period",
      tag: "Admin reports",
      auth: "admin",
      isFromReplica: true,
      permission: "reports.read",
      query: reportQuery,
      response: reportResponse,
    },
    ({ query }) => (query.format === "csv" ? exportReport(query) : getReport(query)),
  ),
});
