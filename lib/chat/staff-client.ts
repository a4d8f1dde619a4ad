import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { NoteList } from "@/lib/staff/schema";
import { type Conversation, MESSAGES_PER_PAGE } from "./client";
import type { Members } from "./desk-schema";
import type { ChatStats, StaffChatDto, StaffChatResponse, StaffChatsResponse } from "./schema";
import type { Thread } from "./thread-rules";

type ListQuery = Record<string, string>;

/** Query keys of the staff's side of the chat; `chat:` events invalidate all of them. */
export const staffChatKeys = {
  all: ["staff", "chat"] as const,
  list: (query: ListQuery) => ["staff", "chat", "list", query] as const,
  one: (id: string) => ["staff", "chat", "one", id] as const,
  stats: () => ["staff", "chat", "stats"] as const,
  notes: (id: string) => ["staff", "chat", "notes", id] as const,
  members: () => ["staff", "chat-members"] as const,
};

/** Conversations a page, as the API's default. */
export const CHATS_PER_PAGE = 20;

/** Whose conversation it is, in a word. */
export function chatName({ user, visitor }: Pick<StaffChatDto, "user" | "visitor">): string {
  return user?.username ?? visitor?.name ?? "";
}

/** The conversations, those that need a reply first. */
export function useChats(query: ListQuery) {
  return useInfiniteQuery({
    queryKey: staffChatKeys.list(query),
    queryFn: ({ pageParam, signal }) =>
      api.get<StaffChatsResponse>("/chat/admin/all", {
        query: { order: "queue", ...query, cursor: pageParam, limit: CHATS_PER_PAGE },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The support's work in numbers; the interval is for sites without a socket. */
export function useChatStats({ enabled = true } = {}) {
  return useQuery({
    queryKey: staffChatKeys.stats(),
    queryFn: ({ signal }) => api.get<ChatStats>("/chat/admin/stats", { signal }),
    refetchInterval: 60_000,
    enabled,
  });
}

/** One user's conversation from the support's side. */
export function staffConversation(id: string): Conversation<StaffChatDto> {
  return {
    key: staffChatKeys.one(id),
    viewer: "support",
    chatId: id,
    fetchPage: (cursor, signal) =>
      api.get<StaffChatResponse>(`/chat/admin/${id}`, {
        query: { cursor, limit: MESSAGES_PER_PAGE },
        signal,
      }),
  };
}

type Change = {
  change: "close" | "reopen" | "clear-history";
  /** The newest message that whoever clears the history was shown: later ones stay. */
  upTo?: string;
};

/** Closes, reopens or clears a conversation. */
export function useChangeChat(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ change, upTo }: Change) => {
      const path = `/chat/admin/${change}/${id}`;
      return change === "clear-history"
        ? api.delete<{ chat: StaffChatDto }>(path, { body: { upTo } })
        : api.put<{ chat: StaffChatDto }>(path);
    },
    onSuccess: ({ chat }) => {
      queryClient.setQueryData<Thread<StaffChatDto>>(staffChatKeys.one(id), (known) =>
        known ? { ...known, chat } : known,
      );
      return queryClient.invalidateQueries({ queryKey: staffChatKeys.all });
    },
  });
}

/** Staff to whom a conversation can be given. */
export function useChatMembers() {
  return useQuery({
    queryKey: staffChatKeys.members(),
    queryFn: async ({ signal }) =>
      (await api.get<Members>("/chat/admin/members", { signal })).members,
  });
}

/** Gives a conversation to a member of staff, or to nobody. */
export function useAssignChat(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (staffId: string | null) => api.put(`/chat/admin/assign/${id}`, { staffId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffChatKeys.all }),
  });
}

/** What staff noted about a conversation, newest first. */
export function useChatNotes(id: string) {
  return useInfiniteQuery({
    queryKey: staffChatKeys.notes(id),
    queryFn: ({ pageParam, signal }) =>
      api.get<NoteList>(`/chat/admin/notes/${id}`, { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Notes something about a conversation. */
export function useAddChatNote(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ text, key }: { text: string; key: string }) =>
      api.post(`/chat/admin/notes/${id}`, { text }, { idempotencyKey: key }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffChatKeys.notes(id) }),
  });
}
