import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { staffKeys } from "@/lib/staff/client";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import type {
  AloneRule,
  ApprovalDto,
  ApprovalList,
  DecideApprovalInput,
  ManageBalanceInput,
} from "./schema";

/** Query keys of what takes a second person; `queue` events invalidate all of them. */
export const approvalKeys = {
  all: ["staff", "approvals"] as const,
  rule: (userId?: string) => ["staff", "approvals", "rule", userId ?? null] as const,
  list: (query: Record<string, string>) => ["staff", "approvals", query] as const,
};

/** How much oneself can still move alone, for a user or without one. */
export function useAloneRule(userId?: string) {
  return useQuery({
    queryKey: approvalKeys.rule(userId),
    queryFn: ({ signal }) =>
      api.get<AloneRule>("/admin/approvals/rule", { query: { userId }, signal }),
    // Who may not read it is told afterwards.
    retry: false,
  });
}

type ListQuery = Record<string, string>;

/** The API's filters: an address without a status shows what waits, what has waited longest first. */
export function approvalsQueryOf({ status = "pending", ...query }: ListQuery): ListQuery {
  if (status === "all") return query;
  return { ...query, status, ...(status === "pending" ? { order: "oldest" } : {}) };
}

const fetchPage = (query: ListQuery, signal?: AbortSignal) =>
  api.get<ApprovalList>("/admin/approvals", { query, signal });

/** One page of what takes, or took, a second person. */
export function useApprovals(query: ListQuery) {
  return useQuery({
    queryKey: approvalKeys.list(query),
    queryFn: ({ signal }) => fetchPage(query, signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * The request to go on with: of those that this member of staff may decide on, the one that has waited longest
 * after this one, from the start again after the last. Null when none waits. @throws ApiError
 */
export async function nextWaitingApproval(
  { id, createdAt }: Pick<ApprovalDto, "id" | "createdAt">,
  staffId: string,
): Promise<ApprovalDto | null> {
  const starts: ListQuery[] = [{ cursor: `${createdAt}_${id}` }, {}];
  for (const from of starts) {
    const page = await fetchPage({ ...approvalsQueryOf({ limit: "100" }), ...from });
    const next = page.approvals.find(
      (one) => one.id !== id && one.requestedBy.id !== staffId && one.user?.id !== staffId,
    );
    if (next) return next;
  }
  return null;
}

/** Approves or rejects a request; the same key decides once. */
export function useDecideApproval({ id }: Pick<ApprovalDto, "id">) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, key }: { decision: DecideApprovalInput; key: string }) =>
      api.put<{ approval: ApprovalDto }>(`/admin/approvals/${id}/process`, decision, {
        idempotencyKey: key,
      }),
    // Whatever was approved shows in its own lists. Nothing waits for it: the outcome is known without.
    onSettled: () => void queryClient.invalidateQueries(),
  });
}

/** Reads anew what a change of a user's balance shows in. Nothing waits for it: the outcome is known without. */
function refreshAfterBalanceChange(queryClient: QueryClient, userId: string): void {
  const changed = [
    staffKeys.user(userId),
    staffKeys.transactions(userId),
    approvalKeys.all,
    staffKeys.queue(),
    staffKeys.allUsers(),
  ];
  for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
}

export type BalanceChange = { currency: "USDT" | "XAUT"; before: string; after: string };

/** Changes a user's balance, or asks a colleague to approve it; the same key does it once. */
export function useManageBalance(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ input, key }: { input: ManageBalanceInput; key: string }) =>
      api.put<BalanceChange | { approval: ApprovalDto }>(
        `/admin/users/${userId}/manage-balance`,
        input,
        {
          idempotencyKey: key,
        },
      ),
    onSuccess: (answer) => {
      if ("approval" in answer) return;
      const { currency, after } = answer;
      queryClient.setQueryData<AdminUserDetailDto>(staffKeys.user(userId), (user) => {
        if (!user) return user;
        const changed = { ...user.balances[currency], available: after };
        return { ...user, balances: { ...user.balances, [currency]: changed } };
      });
    },
    onSettled: () => refreshAfterBalanceChange(queryClient, userId),
  });
}
