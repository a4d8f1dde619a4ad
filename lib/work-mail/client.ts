import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { WorkMailDto } from "./schema";

const PATH = "/admin/work-mail";
// Not under "staff": nothing that a colleague does changes it.
const KEY = ["own-work-mail"] as const;

/** How one is mailed about new work. */
export function useWorkMail() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await api.get<{ workMail: WorkMailDto }>(PATH, { signal })).workMail,
  });
}

/** Changes how one is mailed about new work. */
export function useWorkMailChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: WorkMailDto) =>
      (await api.put<{ workMail: WorkMailDto }>(PATH, wanted)).workMail,
    onSuccess: (workMail) => queryClient.setQueryData(KEY, workMail),
  });
}
