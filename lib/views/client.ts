import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { ViewList } from "./rules";
import type { ViewDto } from "./schema";

const PATH = "/admin/views";
// Not under "staff": nothing that a colleague does changes them.
const keyOf = (list: ViewList) => ["own-views", list] as const;

/** The views of a list that one keeps, by name. */
export function useViews(list: ViewList) {
  return useQuery({
    queryKey: keyOf(list),
    queryFn: async ({ signal }) =>
      (await api.get<{ views: ViewDto[] }>(PATH, { query: { list }, signal })).views,
  });
}

type NewView = Pick<ViewDto, "name" | "filters">;

/** Keeps, renames and deletes the views of a list. */
export function useViewChanges(list: ViewList) {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: keyOf(list) });
  return {
    save: useMutation({
      mutationFn: ({ view, key }: { view: NewView; key: string }) =>
        api.post<{ view: ViewDto }>(PATH, { list, ...view }, { idempotencyKey: key }),
      onSettled,
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) =>
        api.put<{ view: ViewDto }>(`${PATH}/${id}`, { name }),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`${PATH}/${id}`), onSettled }),
  };
}
