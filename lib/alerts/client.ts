import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { AddAlertInput, AlertList, AlertResponse } from "./schema";

/** Query keys of alerts; `alert` events refresh all of them. */
export const alertKeys = {
  all: ["alerts"] as const,
  list: () => ["alerts", "list"] as const,
};

/** Every alert that waits is among them: a user has 20 at most. */
const SHOWN = 50;

/** One's alerts, newest first. */
export function useAlerts() {
  return useQuery({
    queryKey: alertKeys.list(),
    queryFn: ({ signal }) => api.get<AlertList>("/alerts", { query: { limit: SHOWN }, signal }),
    refetchInterval: 30_000,
  });
}

/** Adds an alert. */
export function useAddAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (alert: AddAlertInput) => api.post<AlertResponse>("/alerts", alert),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertKeys.all }),
  });
}

/** Deletes an alert. */
export function useDeleteAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`/alerts/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertKeys.all }),
  });
}
