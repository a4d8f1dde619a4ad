import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { AuditList } from "./schema";

type ListQuery = Record<string, string>;

/** Query keys of the audit log. */
export const auditKeys = {
  list: (query: ListQuery) => ["staff", "audit", query] as const,
  actions: () => ["staff", "audit-actions"] as const,
};

/** One page of the audit log. */
export function useAudit(query: ListQuery) {
  return useQuery({
    queryKey: auditKeys.list(query),
    queryFn: ({ signal }) => api.get<AuditList>("/admin/audit", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The actions that stand in the log. */
export function useAuditActions() {
  return useQuery({
    queryKey: auditKeys.actions(),
    queryFn: async ({ signal }) =>
      (await api.get<{ actions: string[] }>("/admin/audit/actions", { signal })).actions,
  });
}
