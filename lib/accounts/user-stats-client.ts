import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { accountKeys } from "./client";
import type { UserStats } from "./user-stats-schema";

/** Query key of Home's numbers; a part of the account's keys, so `balance` events refresh it. */
export const statsKey = [...accountKeys.all, "stats"] as const;

const REFRESH_MS = 60_000;

/** The logged-in user's numbers. */
export function useUserStats() {
  return useQuery({
    queryKey: statsKey,
    queryFn: async ({ signal }) =>
      (await api.get<{ stats: UserStats }>("/user/info", { signal })).stats,
    refetchInterval: REFRESH_MS,
  });
}
