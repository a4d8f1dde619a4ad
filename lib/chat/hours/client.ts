import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { SupportInfo } from "./schema";

/** Of the query for when support answers. */
export const SUPPORT_INFO_KEY = ["support-hours"] as const;

const REFRESH_MS = 60_000;

/** When support answers, and how long that usually takes. */
export function useSupportInfo() {
  return useQuery({
    queryKey: SUPPORT_INFO_KEY,
    queryFn: async ({ signal }) =>
      (await api.get<{ support: SupportInfo }>("/support/hours", { signal })).support,
    refetchInterval: REFRESH_MS,
  });
}
