import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { AdminReservesDto, ListReserveBody, ReserveDto, ReserveHistory } from "./schema";

type ListQuery = Record<string, string>;

const PATH = "/admin/reserves";

/** Query keys of reserves, as staff see them. */
export const reserveKeys = {
  all: ["staff", "reserves"] as const,
  listed: () => ["staff", "reserves", "listed"] as const,
  history: (query: ListQuery) => ["staff", "reserves", "history", query] as const,
};

/** What is listed now, and what a key has to sign today. */
export function useStaffReserves() {
  return useQuery({
    queryKey: reserveKeys.listed(),
    queryFn: ({ signal }) => api.get<AdminReservesDto>(PATH, { signal }),
  });
}

/** A page of what no longer counts. */
export function useReserveHistory(query: ListQuery) {
  return useQuery({
    queryKey: reserveKeys.history(query),
    queryFn: ({ signal }) => api.get<ReserveHistory>(`${PATH}/history`, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Lists a reserve, in place of what was said of the same place before; the same key lists it once. */
export function useListReserve() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: ListReserveBody; key: string }) =>
      api.post<{ reserve: ReserveDto }>(PATH, body, { idempotencyKey: key }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reserveKeys.all }),
  });
}

/** Takes a reserve off the list. */
export function useRemoveReserve() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`${PATH}/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reserveKeys.all }),
  });
}
