import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { staffKeys } from "@/lib/staff/client";
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
