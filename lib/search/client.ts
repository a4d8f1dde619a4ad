import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { SearchResult } from "./schema";

/** What a text names, as far as the member of staff may see it; nothing is asked for without one. */
export function useSearchEverything(q: string) {
  return useQuery({
    queryKey: ["staff", "search", q],
    queryFn: async ({ signal }) =>
      (await api.get<{ results: SearchResult[] }>("/admin/search", { query: { q }, signal }))
        .results,
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
}
