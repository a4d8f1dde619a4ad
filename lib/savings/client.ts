import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import type { SavingStatus } from "./rules";
import type {
  ChooseRenewalInput,
  CreateSavingInput,
  MySavingsResponse,
  RefundResponse,
  SavingDto,
  SavingRecordDto,
} from "./schema";

/** Query keys of savings; `saving` events refresh all of them. */
export const savingKeys = {
  all: ["savings"] as const,
  plans: () => ["savings", "plans"] as const,
  plan: (id: string) => ["savings", "plan", id] as const,
  mine: (status: SavingStatus | undefined) => ["savings", "mine", status ?? "all"] as const,
};

export const SAVINGS_PER_PAGE = 20;

/** The plans on offer, with what each takes now. */
export function useSavingPlans() {
  return useQuery({
    queryKey: savingKeys.plans(),
    queryFn: async ({ signal }) =>
      (await api.get<{ savings: SavingDto[] }>("/savings", { signal })).savings,
    // Staff get the inactive ones too.
    select: (plans) => plans.filter(({ isActive }) => isActive),
    refetchInterval: 60_000,
  });
}

/** One plan, with what it takes now. */
export function useSavingPlan(id: string) {
  return useQuery({
    queryKey: savingKeys.plan(id),
    queryFn: async ({ signal }) =>
      (await api.get<{ saving: SavingDto }>(`/savings/${id}`, { signal })).saving,
    refetchInterval: 60_000,
  });
}

/** Pages of the user's savings, of one state or all, newest first, with totals over all of them. */
export function useMySavings(status: SavingStatus | undefined) {
  return useInfiniteQuery({
    queryKey: savingKeys.mine(status),
    queryFn: ({ pageParam, signal }) =>
      api.get<MySavingsResponse>("/savings/user/my-savings", {
        query: { status, cursor: pageParam, limit: SAVINGS_PER_PAGE },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // The days are counted some time after 00:00 UTC, and an ordinary day makes no event.
    refetchInterval: 60_000,
  });
}

type WithKey<T> = T & { idempotencyKey: string };

function useMoneyCall<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    // A refusal too: what it was refused for has changed since it was loaded. The outcome does not wait for it.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: savingKeys.all });
      void queryClient.invalidateQueries({ queryKey: accountKeys.all });
    },
  });
}

/** Subscribes to a plan. One key a review: sending it again can't subscribe twice. */
export function useSubscribe() {
  return useMoneyCall(({ idempotencyKey, ...body }: WithKey<CreateSavingInput>) =>
    api.post<{ record: SavingRecordDto }>("/savings/user/create", body, { idempotencyKey }),
  );
}

/** Chooses what a fixed saving does when it matures. */
export function useChooseRenewal() {
  return useMoneyCall(({ id, ...body }: ChooseRenewalInput & { id: string }) =>
    api.patch<{ record: SavingRecordDto }>(`/savings/user/${id}`, body),
  );
}

/** Ends a saving. */
export function useRefund() {
  return useMoneyCall(({ id, idempotencyKey }: WithKey<{ id: string }>) =>
    api.post<RefundResponse>(`/savings/user/refund/${id}`, {}, { idempotencyKey }),
  );
}
