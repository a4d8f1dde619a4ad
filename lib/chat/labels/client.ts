import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { staffChatKeys } from "@/lib/chat/staff-client";
import { api } from "@/lib/platform/client/api";
import type { LabelDto } from "./schema";

const PATH = "/chat/admin/labels";
const KEY = ["staff", "chat-labels"] as const;

/** The labels that support tells conversations apart by. */
export function useLabels() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.get<{ labels: LabelDto[] }>(PATH, { signal })).labels,
  });
}

/** Adds and deletes labels, and gives them to a conversation. */
export function useLabelChanges(chatId: string) {
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [KEY, staffChatKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  return {
    add: useMutation({
      mutationFn: ({ name, key }: { name: string; key: string }) =>
        api.post<{ label: LabelDto }>(PATH, { name }, { idempotencyKey: key }),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.delete(`${PATH}/${id}`), onSettled }),
    set: useMutation({
      mutationFn: (labelIds: string[]) => api.put(`/chat/admin/label/${chatId}`, { labelIds }),
      onSettled,
    }),
  };
}
