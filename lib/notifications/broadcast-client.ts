import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type {
  BroadcastDetailDto,
  BroadcastDto,
  BroadcastsResponse,
  CreateBroadcastInput,
  FoundRecipients,
  RecipientsResponse,
} from "./broadcast-schema";

type ListQuery = Record<string, string>;

/** Query keys of what staff sent to many. */
export const broadcastKeys = {
  all: ["staff", "broadcasts"] as const,
  list: (query: ListQuery) => ["staff", "broadcasts", "list", query] as const,
  one: (id: string) => ["staff", "broadcasts", "one", id] as const,
  everyone: () => ["staff", "broadcasts", "everyone"] as const,
  search: (text: string) => ["staff", "broadcasts", "search", text] as const,
};

const PATH = "/admin/notifications";
/** How often a report is fetched again: while it is delivered, and for the reads afterwards. */
const SENDING_MS = 1_000;
const SENT_MS = 15_000;

const isUnfinished = ({ status }: BroadcastDto) => status === "queued" || status === "sending";

/** One page of what was sent, kept current. */
export function useBroadcasts(query: ListQuery) {
  return useQuery({
    queryKey: broadcastKeys.list(query),
    queryFn: ({ signal }) => api.get<BroadcastsResponse>(PATH, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.notifications.some(isUnfinished) ? SENDING_MS : SENT_MS,
  });
}

/** One report, kept current. */
export function useBroadcast(id: string) {
  return useQuery({
    queryKey: broadcastKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.get<{ notification: BroadcastDetailDto }>(`${PATH}/${id}`, { signal }))
        .notification,
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? SENDING_MS : SENT_MS),
  });
}

/** How many active accounts there are. */
export function useEveryone(enabled: boolean) {
  return useQuery({
    queryKey: broadcastKeys.everyone(),
    queryFn: async ({ signal }) =>
      (await api.get<RecipientsResponse>(`${PATH}/recipients`, { signal })).everyone,
    enabled,
  });
}

/** People whose name begins with a text. */
export function useRecipientSearch(text: string) {
  return useQuery({
    queryKey: broadcastKeys.search(text),
    queryFn: async ({ signal }) =>
      (await api.get<RecipientsResponse>(`${PATH}/recipients`, { query: { search: text }, signal }))
        .users,
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
}

/** The accounts of a list of usernames. */
export function useFindRecipients() {
  return useMutation({
    mutationFn: (usernames: string[]) =>
      api.post<FoundRecipients>(`${PATH}/recipients`, { usernames }),
  });
}

/** Sends to many; the same key sends once. */
export function useSendBroadcast() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ input, key }: { input: CreateBroadcastInput; key: string }) =>
      api.post<{ notification: BroadcastDetailDto }>(PATH, input, { idempotencyKey: key }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: broadcastKeys.all }),
  });
}
