import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, api } from "@/lib/platform/client/api";
import { unlessWaiting } from "@/lib/platform/client/waiting";
import { WAITING_STATUSES } from "@/lib/wallets/payment-status";
import type { PayoutList } from "./payouts-schema";
import type { AdminWithdrawalDto, ReviewedWithdrawalDto, WithdrawalChecks } from "./schema";

type ListQuery = Record<string, string>;
type WithdrawalPage = { withdrawals: AdminWithdrawalDto[]; nextCursor: string | null };

/** Query keys of the staff's withdrawals. */
export const staffWithdrawalKeys = {
  all: ["staff", "withdrawals"] as const,
  list: (query: ListQuery) => ["staff", "withdrawals", "list", query] as const,
  one: (id: string) => ["staff", "withdrawals", "one", id] as const,
  payouts: () => ["staff", "withdrawals", "payouts"] as const,
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

/** Balances, warnings and a colleague's decision show up by themselves, without a live connection too. */
const REFRESH_MS = 10_000;

/** One withdrawal with the user's balances. */
export function useStaffWithdrawal(id: string) {
  return useQuery({
    queryKey: staffWithdrawalKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.get<{ withdrawal: ReviewedWithdrawalDto }>(`/admin/withdrawals/${id}`, { signal }))
        .withdrawal,
    refetchInterval: ({ state }) =>
      state.data && WAITING_STATUSES.includes(state.data.status) ? REFRESH_MS : false,
  });
}

export type WithdrawalDecision = {
  action: "approve" | "complete" | "reject";
  adminNotes?: string;
  transactionHash?: string;
  /** Other requests with this hash that the warning named. */
  seenSameHash?: string[];
  /** The rate that was looked at: another one is asked for again. */
  rate?: string;
  /** The state in which it was seen. */
  seenStatus?: "pending" | "processing";
};

/** Moves a withdrawal one step on; the same key moves it once. */
export function useProcessWithdrawal(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, key }: { decision: WithdrawalDecision; key: string }) =>
      api
        .put<{ message?: string; withdrawal: ReviewedWithdrawalDto }>(
          `/admin/withdrawals/${id}/process`,
          decision,
          { idempotencyKey: key },
        )
        .then(unlessWaiting),
    onSuccess: ({ withdrawal }) =>
      queryClient.setQueryData(staffWithdrawalKeys.one(id), withdrawal),
    // No outcome waits for other lists.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["staff"] }),
  });
}

/**
 * The withdrawal to go on with: under the list's filters the one that has waited longest after this
 * one, to be decided on or to be sent, from the start again after the last. Null when none waits.
 * @throws ApiError
 */
export async function nextWaitingWithdrawal(
  { id, number }: Pick<AdminWithdrawalDto, "id" | "number">,
  { cursor: _, order: __, ...filters }: ListQuery,
): Promise<string | null> {
  const starts: ListQuery[] = [{ cursor: `w${number}` }, {}];
  for (const from of starts) {
    const page = await fetchPage({ ...filters, status: "pending,processing", limit: 2, ...from });
    const next = page.withdrawals.find((one) => one.id !== id);
    if (next) return next.id;
  }
  return null;
}

/**
 * Approves a withdrawal as it was seen: at its rate, and after a look at the checks of its review. The same key does
 * it once.
 * @param warningOf what speaks against it; then nothing is sent
 * @throws ApiError LOOK_TWICE
 */
export async function approveWithdrawalAsSeen(
  { id, quote }: Pick<AdminWithdrawalDto, "id" | "quote">,
  warningOf: (checks: WithdrawalChecks) => string | null,
  key: string,
) {
  const path = `/admin/withdrawals/${id}`;
  const { withdrawal } = await api.get<{ withdrawal: ReviewedWithdrawalDto }>(path);
  const warning = warningOf(withdrawal.checks);
  if (warning !== null) throw new ApiError(409, "LOOK_TWICE", warning);
  const decision: WithdrawalDecision = {
    action: "approve",
    seenStatus: "pending",
    rate: quote?.rate,
  };
  return api.put<{ withdrawal: AdminWithdrawalDto } | { approval: { id: string } }>(
    `${path}/process`,
    decision,
    { idempotencyKey: key },
  );
}

/** The withdrawals that are to be sent, the longest waiting first; at most a hundred. */
export function usePayouts() {
  return useQuery({
    queryKey: staffWithdrawalKeys.payouts(),
    queryFn: ({ signal }) =>
      api.get<PayoutList>("/admin/withdrawals/payouts", { query: { limit: 100 }, signal }),
  });
}
