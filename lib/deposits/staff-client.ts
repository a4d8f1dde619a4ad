import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { AdminDepositDto } from "./schema";

type ListQuery = Record<string, string>;
type DepositPage = { deposits: AdminDepositDto[]; nextCursor: string | null };

/** Query keys of the staff's deposits. */
export const staffDepositKeys = {
  all: ["staff", "deposits"] as const,
  list: (query: ListQuery) => ["staff", "deposits", "list", query] as const,
  one: (id: string) => ["staff", "deposits", "one", id] as const,
};

const fetchPage = (query: Record<string, string | number>, signal?: AbortSignal) =>
  api.get<DepositPage>("/admin/deposits", { query: { order: "queue", ...query }, signal });

/** One page of deposits, those that wait first. */
export function useStaffDeposits(query: ListQuery) {
  return useQuery({
    queryKey: staffDepositKeys.list(query),
    queryFn: ({ signal }) => fetchPage(query, signal),
    select: ({ deposits, nextCursor }) => ({ rows: deposits, nextCursor }),
    placeholderData: keepPreviousData,
  });
}

/** A rate is worth ten seconds of trust; after that the quote is asked for again. */
const QUOTE_MS = 10_000;

/** One deposit; while it is pending, what confirming would credit is kept current. */
export function useStaffDeposit(id: string) {
  return useQuery({
    queryKey: staffDepositKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.get<{ deposit: AdminDepositDto }>(`/admin/deposits/${id}`, { signal })).deposit,
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? QUOTE_MS : false),
  });
}

export type DepositDecision = { action: "confirm" | "reject"; adminNotes?: string };

/** Credits or rejects a deposit; the same key decides once. */
export function useProcessDeposit(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, key }: { decision: DepositDecision; key: string }) =>
      api.put<{ message?: string; deposit: AdminDepositDto }>(
        `/admin/deposits/${id}/process`,
        decision,
        { idempotencyKey: key },
      ),
    onSuccess: ({ deposit }) => queryClient.setQueryData(staffDepositKeys.one(id), deposit),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["staff"] }),
  });
}

/** The deposit that has waited longest, other than one; null when none waits. @throws ApiError */
export async function nextWaitingDeposit(
  exceptId: string,
  userId: string | undefined,
): Promise<string | null> {
  const page = await fetchPage({ status: "pending", limit: 2, ...(userId ? { userId } : {}) });
  return page.deposits.find(({ id }) => id !== exceptId)?.id ?? null;
}
