import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { NewWorkDto } from "./schema";

const PATH = "/admin/new-work";
// Not under "staff": nothing that a colleague does changes it.
const KEY = ["own-new-work"] as const;

/** How one is told of new work. */
export function useNewWorkSetting() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await api.get<{ newWork: NewWorkDto }>(PATH, { signal })).newWork,
  });
}

/** Changes how one is told of new work. */
export function useNewWorkSettingChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: NewWorkDto) =>
      (await api.put<{ newWork: NewWorkDto }>(PATH, wanted)).newWork,
    onSuccess: (newWork) => queryClient.setQueryData(KEY, newWork),
  });
}
