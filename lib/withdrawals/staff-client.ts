import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { AdminWithdrawalDto } from "./schema";

type ListQuery = Record<string, string>;
type WithdrawalPage = { withdrawals: AdminWithdrawalDto[]; nextCursor: string | null };

/** Query keys of the staff's withdrawals. */
export const staffWithdrawalKeys = {
  all: ["staff", "withdrawals"] as const,
  list: (query: ListQuery) => ["staff", "withdrawals", "list", query] as const,
  one: (id: string) => ["staff", "withdrawals", "one", id] as const,
};

const fetchPage = (query: Record<string, string | number>, signal?: AbortSignal) =>
  api.get<WithdrawalPage>("/admin/withdrawals", { query: { order: "queue", ...query }, signal });

/** One page of withdrawals, those that wait first. */
export function useStaffWithdrawals(query: ListQuery) {
  return useQuery({
    queryKey: staffWithdrawalKeys.list(query),
    queryFn: ({ signal }) => fetchPage(query, signal),
    select: ({ withdrawals, nextCursor }) => ({ rows: withdrawals, nextCursor }),
    placeholderData: keepPreviousData,
  });
}

/** One withdrawal with the user's balances. */
export function useStaffWithdrawal(id: string) {
  return useQuery({
    queryKey: staffWithdrawalKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.get<{ withdrawal: AdminWithdrawalDto }>(`/admin/withdrawals/${id}`, { signal }))
        .withdrawal,
  });
}

export type WithdrawalDecision = {
  action: "approve" | "complete" | "reject";
  adminNotes?: string;
  transactionHash?: string;
};

/** Moves a withdrawal one step on; the same key moves it once. */
export function useProcessWithdrawal(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, key }: { decision: WithdrawalDecision; key: string }) =>
      api.put<{ message?: string; withdrawal: AdminWithdrawalDto }>(
        `/admin/withdrawals/${id}/process`,
        decision,
        { idempotencyKey: key },
      ),
    onSuccess: ({ withdrawal }) =>
      queryClient.setQueryData(staffWithdrawalKeys.one(id), withdrawal),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["staff"] }),
  });
}

/**
 * The next withdrawal to work on, other than one: the longest waiting for a decision, else the
 * longest waiting to be sent. Null when there is none. @throws ApiError
 */
export async function nextWaitingWithdrawal(
  exceptId: string,
  userId: string | undefined,
): Promise<string | null> {
  for (const status of ["pending", "processing"]) {
    const page = await fetchPage({ status, limit: 2, ...(userId ? { userId } : {}) });
    const next = page.withdrawals.find(({ id }) => id !== exceptId);
    if (next) return next.id;
  }
  return null;
}
