import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { unlessWaiting } from "@/lib/platform/client/waiting";
import type { AdminDepositDto, ReviewedDepositDto } from "./schema";

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
      (await api.get<{ deposit: ReviewedDepositDto }>(`/admin/deposits/${id}`, { signal })).deposit,
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? QUOTE_MS : false),
  });
}

export type DepositDecision = {
  action: "confirm" | "reject";
  adminNotes?: string;
  /** The rate that was looked at: another one is asked for again. */
  rate?: string;
  transactionHash?: string;
  /** Other requests with this hash that the warning named. */
  seenSameHash?: string[];
  /** Why it is credited although its transaction was before: a colleague approves that. */
  overrideReason?: string;
};

/** Credits or rejects a deposit; the same key decides once. */
export function useProcessDeposit(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, key }: { decision: DepositDecision; key: string }) =>
      api
        .put<{ message?: string; deposit: ReviewedDepositDto }>(
          `/admin/deposits/${id}/process`,
          decision,
          { idempotencyKey: key },
        )
        .then(unlessWaiting),
    onSuccess: ({ deposit }) => queryClient.setQueryData(staffDepositKeys.one(id), deposit),
    // No outcome waits for other lists.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["staff"] }),
  });
}

/** Asks a colleague to approve that a deposit is taken back; the same key asks once. */
export function useReverseDeposit(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, key }: { decision: { reason: string }; key: string }) =>
      api.post<{ approval: object } | { deposit: ReviewedDepositDto }>(
        `/admin/deposits/${id}/reverse`,
        decision,
        { idempotencyKey: key },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["staff"] }),
  });
}

/**
 * The deposit to go on with: under the list's filters the one that has waited longest after this one,
 * from the start again after the last. Null when none waits. @throws ApiError
 */
export async function nextWaitingDeposit(
  { id, number }: Pick<AdminDepositDto, "id" | "number">,
  { cursor: _, order: __, ...filters }: ListQuery,
): Promise<string | null> {
  const starts: ListQuery[] = [{ cursor: `w${number}` }, {}];
  for (const from of starts) {
    const page = await fetchPage({ ...filters, status: "pending", limit: 2, ...from });
    const next = page.deposits.find((one) => one.id !== id);
    if (next) return next.id;
  }
  return null;
}

/** Credits a deposit as it was seen: at its rate, and with no other request that has its hash. The same key does it once. */
export function confirmDepositAsSeen(
  { id, quote }: Pick<AdminDepositDto, "id" | "quote">,
  key: string,
) {
  const decision: DepositDecision = { action: "confirm", rate: quote?.rate, seenSameHash: [] };
  return api.put<{ deposit: AdminDepositDto } | { approval: { id: string } }>(
    `/admin/deposits/${id}/process`,
    decision,
    { idempotencyKey: key },
  );
}
