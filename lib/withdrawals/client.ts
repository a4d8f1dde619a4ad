import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import type { Assertion } from "@/lib/security/passkeys/assertion-schema";
import type { RecordFilter } from "./record-rules";
import type { WithdrawalDto, WithdrawalTerms } from "./schema";

/** Query keys of a user's withdrawals; the terms follow the balance, so they are part of the account's. */
export const withdrawalKeys = {
  all: ["withdrawals"] as const,
  recent: () => ["withdrawals", "recent"] as const,
  /** With those of deposits in them. */
  totals: ["withdrawals", "record-totals"] as const,
  recordTotals: ({ kind, status }: RecordFilter) =>
    ["withdrawals", "record-totals", kind ?? null, status ?? null] as const,
  terms: (unit: "USDT" | "XAUT" = "USDT") =>
    [...accountKeys.all, "withdrawal-terms", unit] as const,
};

/** How many withdrawals the withdrawal page looks at. */
export const RECENT_WITHDRAWALS = 20;

/** The user's newest withdrawals, kept current by realtime events. */
export function useRecentWithdrawals() {
  return useQuery({
    queryKey: withdrawalKeys.recent(),
    queryFn: async ({ signal }) =>
      (
        await api.get<{ withdrawals: WithdrawalDto[] }>("/withdrawals", {
          query: { limit: RECENT_WITHDRAWALS },
          signal,
        })
      ).withdrawals,
  });
}

/** Limits in XAUT move with the price. */
const GOLD_TERMS_MS = 10_000;

/** Limits, fee and balance that the next withdrawal out of a balance is bound to. */
export function useWithdrawalTerms(unit: "USDT" | "XAUT") {
  return useQuery({
    queryKey: withdrawalKeys.terms(unit),
    queryFn: async ({ signal }) => {
      const options = { query: { currency: unit }, signal };
      return (await api.get<{ terms: WithdrawalTerms }>("/withdrawals/terms", options)).terms;
    },
    refetchInterval: unit === "XAUT" ? GOLD_TERMS_MS : false,
  });
}

export type WithdrawalOrder = {
  currency: string;
  network: string;
  address: string;
  amount: string;
  /** The fee that was looked at: another one is asked for again. */
  fee: string;
  withdrawPassword: string;
  totp?: string;
  passkey?: Assertion;
  idempotencyKey: string;
};

/** Asks for a withdrawal. */
export function useRequestWithdrawal() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: WithdrawalOrder) =>
      api.post<{ withdrawal: WithdrawalDto }>("/withdrawals", body, { idempotencyKey }),
    // It may have been recorded although no answer came.
    onSettled: () => refreshWithdrawals(queryClient),
  });
}

/** Takes a pending withdrawal back. */
export function useCancelWithdrawal() {
  const queryClient = useQueryClient();
  return useMutation({
    // There is one cancellation of a withdrawal.
    mutationFn: (id: string) =>
      api.put<{ withdrawal: WithdrawalDto }>(
        `/withdrawals/${id}/cancel`,
        {},
        { idempotencyKey: `cancel-${id}` },
      ),
    onSuccess: ({ withdrawal }) =>
      queryClient.setQueryData<WithdrawalDto[]>(withdrawalKeys.recent(), (list) =>
        list?.map((one) => (one.id === withdrawal.id ? withdrawal : one)),
      ),
    onSettled: () => refreshWithdrawals(queryClient),
  });
}

/** Sets the first withdrawal password. */
export function useSetWithdrawPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { password: string; withdrawPassword: string }) =>
      api.put("/user/set-withdraw-password", body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKeys.all }),
  });
}

/** Without waiting for it: the outcome of a withdrawal does not depend on what is looked up after it. */
function refreshWithdrawals(queryClient: ReturnType<typeof useQueryClient>): void {
  void queryClient.invalidateQueries({ queryKey: withdrawalKeys.all });
  void queryClient.invalidateQueries({ queryKey: accountKeys.all });
}
