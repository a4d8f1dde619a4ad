import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import type { SetDelayInput, WithdrawalDelayState } from "./delay-schema";

type Answer = { message?: string; delay: WithdrawalDelayState };

/** Query key of how long the account's withdrawals wait. */
export const delayKey = [...accountKeys.all, "withdrawal-delay"] as const;

/** How long the account's withdrawals wait. */
export function useWithdrawalDelay() {
  return useQuery({
    queryKey: delayKey,
    queryFn: async ({ signal }) =>
      (await api.get<Answer>("/user/withdrawal-delay", { signal })).delay,
  });
}

/** Chooses it. */
export function useSetWithdrawalDelay() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: SetDelayInput) => api.put<Answer>("/user/withdrawal-delay", input),
    onSuccess: ({ delay }) => queryClient.setQueryData(delayKey, delay),
  });
}
