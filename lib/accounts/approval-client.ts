import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { ApprovalDto, ApprovalList, DecideApprovalInput } from "./approval-schema";
import { approvalKeys, refreshAfterBalanceChange } from "./staff-client";

type ListQuery = Record<string, string>;

/** The API's filters: an address without a status shows what waits. */
export function approvalsQueryOf({ status = "pending", ...query }: ListQuery): ListQuery {
  return status === "all" ? query : { ...query, status };
}

/** One page of the balance changes that need, or needed, approval. */
export function useApprovals(query: ListQuery) {
  return useQuery({
    queryKey: approvalKeys.list(query),
    queryFn: ({ signal }) => api.get<ApprovalList>("/admin/approvals", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Approves or rejects a change; the same key decides once. */
export function useDecideApproval(approval: Pick<ApprovalDto, "id" | "user">) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, key }: { decision: DecideApprovalInput; key: string }) =>
      api.put<{ approval: ApprovalDto }>(`/admin/approvals/${approval.id}/process`, decision, {
        idempotencyKey: key,
      }),
    onSettled: () => refreshAfterBalanceChange(queryClient, approval.user.id),
  });
}
