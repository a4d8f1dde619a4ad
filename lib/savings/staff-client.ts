import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ApiError, api } from "@/lib/platform/client/api";
import { unlessWaiting } from "@/lib/platform/client/waiting";
import type { SavingDto } from "./schema";
import type {
  AdminRecordsResponse,
  AdminSavingDto,
  AdminSavingList,
  CreatePlanInput,
  UpdatePlanInput,
} from "./staff-schema";

type ListQuery = Record<string, string>;

/** Query keys of savings as staff see them. */
export const staffSavingKeys = {
  all: ["staff", "savings"] as const,
  allPlans: ["staff", "savings", "plans"] as const,
  plans: (query: ListQuery) => [...staffSavingKeys.allPlans, query] as const,
  choices: () => ["staff", "savings", "choices"] as const,
  records: (query: ListQuery) => ["staff", "savings", "records", query] as const,
};

const REFRESH_MS = 60_000;

/** One page of the plans, and the interest money behind all of them. */
export function useStaffPlans(query: ListQuery) {
  return useQuery({
    queryKey: staffSavingKeys.plans(query),
    queryFn: ({ signal }) => api.get<AdminSavingList>("/admin/savings", { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** The plan as it is by now, which the refusal of an outdated change carries: the list may no longer show it. */
export const newestPlan = ({ body }: ApiError): AdminSavingDto | undefined =>
  body.saving as AdminSavingDto | undefined;

/** Every plan, to choose one of. */
export function usePlanChoices() {
  return useQuery({
    queryKey: staffSavingKeys.choices(),
    queryFn: async ({ signal }) =>
      (await api.get<{ savings: SavingDto[] }>("/savings", { signal })).savings,
  });
}

/** One page of everybody's savings. */
export function useStaffRecords(query: ListQuery) {
  return useQuery({
    queryKey: staffSavingKeys.records(query),
    queryFn: ({ signal }) =>
      api.get<AdminRecordsResponse>("/admin/savings/records", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

type PlanResponse = { message?: string; saving: AdminSavingDto };

function usePlanCall<Input>(call: (input: Input) => Promise<PlanResponse>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => call(input).then(unlessWaiting),
    // Known at once, so that a change right after it is not taken for one of something older.
    onSuccess: ({ saving }) =>
      queryClient.setQueriesData<AdminSavingList>(
        { queryKey: staffSavingKeys.allPlans },
        (page) =>
          page && {
            ...page,
            savings: page.savings.map((one) => (one.id === saving.id ? saving : one)),
          },
      ),
    // A refusal too: the plan is then not what the screen shows.
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffSavingKeys.all }),
  });
}

/** What a reviewed form sends: a new plan, or what changes of one. */
export type PlanChange =
  | { id: null; input: CreatePlanInput }
  | { id: string; input: UpdatePlanInput };

/** Adds or changes a plan; the same key adds it once. */
export function useSavePlan() {
  return usePlanCall(({ change, key }: { change: PlanChange; key: string }) =>
    change.id === null
      ? api.post<PlanResponse>("/admin/savings", change.input, { idempotencyKey: key })
      : api.put<PlanResponse>(`/admin/savings/${change.id}`, change.input),
  );
}

/** Opens or closes a plan for new subscriptions. */
export function useTogglePlan() {
  return usePlanCall(({ id, isActive }: { id: string; isActive: boolean }) =>
    api.patch<PlanResponse>(`/admin/savings/${id}/toggle-status`, { isActive }),
  );
}

/** Deletes a plan that nobody subscribed to. */
export function useDeletePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api.delete(`/admin/savings/${id}`, { body: { reason } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffSavingKeys.all }),
  });
}
