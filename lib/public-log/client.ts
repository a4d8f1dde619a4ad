import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { PublicLogDto } from "./schema";

/** Query keys of the public log's state. */
export const publicLogKeys = { all: ["staff", "publicLog"] as const };

const REFRESH_MS = 10_000;

/** Whether the public log goes on, and what was published last. */
export function usePublicLog() {
  return useQuery({
    queryKey: publicLogKeys.all,
    queryFn: ({ signal }) => api.get<PublicLogDto>("/admin/public-log", { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Has what customers are owed published now. */
export function usePublishLiabilities() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post("/admin/liabilities"),
    onSettled: () => queryClient.invalidateQueries({ queryKey: publicLogKeys.all }),
  });
}
