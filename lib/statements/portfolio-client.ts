import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import type { Portfolio, PortfolioPeriod } from "./portfolio-schema";

const REFRESH_MS = 60_000;

/**
 * What the logged-in user owned over a period. Its key is a part of the account's, so `balance` events refresh it;
 * another period keeps the one before until it is there.
 */
export function usePortfolio(period: PortfolioPeriod) {
  return useQuery({
    queryKey: [...accountKeys.all, "portfolio", period],
    queryFn: async ({ signal }) => {
      const query = { period };
      return (await api.get<{ portfolio: Portfolio }>("/user/portfolio", { query, signal }))
        .portfolio;
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
