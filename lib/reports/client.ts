import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { ReportResponse } from "./schema";

type Query = Record<string, string>;

/** Query keys of staff's reports. */
export const reportKeys = { report: (query: Query) => ["staff", "report", query] as const };

/** The report of some periods. */
export function useReport(query: Query) {
  return useQuery({
    queryKey: reportKeys.report(query),
    queryFn: ({ signal }) => api.get<ReportResponse>("/admin/reports", { query, signal }),
    placeholderData: keepPreviousData,
  });
}
