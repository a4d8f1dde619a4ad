import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { staffChatKeys } from "@/lib/chat/staff-client";
import { api } from "@/lib/platform/client/api";
import type { CannedReplyDto, CannedReplyInput, UpdateReplyInput } from "./schema";

const PATH = "/chat/admin/canned-replies";
const KEY = [...staffChatKeys.all, "canned-replies"] as const;

/** The saved replies by title; not asked for before they are needed. */
export function useCannedReplies(enabled: boolean) {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await api.get<{ cannedReplies: CannedReplyDto[] }>(PATH, { signal })).cannedReplies,
    enabled,
  });
}

type Save = { id: string | null; input: CannedReplyInput & UpdateReplyInput; key: string };

/** Saves a new reply, or changes the one with `id`. */
export function useSaveReply() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input, key }: Save) =>
      id === null
        ? api.post(PATH, { title: input.title, text: input.text }, { idempotencyKey: key })
        : api.put(`${PATH}/${id}`, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

/** Deletes a saved reply. */
export function useDeleteReply() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`${PATH}/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
