import { useQuery } from "@tanstack/react-query";
import { staffKeys } from "@/lib/accounts/staff-client";
import { api } from "@/lib/platform/client/api";
import type { OverviewDto } from "./schema";

const REFRESH_MS = 30_000;

/** The panel's first page in numbers. */
export function useOverview() {
  return useQuery({
    queryKey: staffKeys.overview(),
    queryFn: ({ signal }) => api.get<OverviewDto>("/admin/overview", { signal }),
    refetchInterval: REFRESH_MS,
  });
}
