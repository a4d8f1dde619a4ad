import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import type { OwnLimitsInput, OwnLimitsState } from "./schema";

/** Part of the account's keys, which live events refresh. */
export const ownLimitsKey = [...accountKeys.all, "own-limits"] as const;

const read = (signal?: AbortSignal) => api.get<OwnLimitsState>("/user/limits", { signal });

/** One's own limits, what waits and what counts against them. */
export function useOwnLimits() {
  return useQuery({ queryKey: ownLimitsKey, queryFn: ({ signal }) => read(signal) });
}

/** Today's result, fetched when a reminder shows it. */
export function useTodaysResult(isShown: boolean) {
  return useQuery({
    queryKey: [...ownLimitsKey, "reminder"],
    queryFn: ({ signal }) => read(signal),
    enabled: isShown,
    staleTime: 0,
    select: ({ today }) => today.result,
  });
}

/** Sets one's own limits. */
export function useSetOwnLimits() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: OwnLimitsInput) => api.put<OwnLimitsState>("/user/limits", input),
    onSuccess: () => queries.invalidateQueries({ queryKey: ownLimitsKey }),
  });
}

/** How long a break is to be: "days-7", "months-6". */
export type BreakLength = `days-${number}` | `months-${number}`;

/** Begins a break. */
export function useBreak() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (length: BreakLength) => {
      const [unit = "", count = ""] = length.split("-");
      const path = unit === "days" ? "/user/time-out" : "/user/self-exclusion";
      return api.post<unknown>(path, { [unit]: Number(count) });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: accountKeys.all }),
  });
}
