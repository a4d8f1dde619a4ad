import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { NotificationDto, NotificationList, ReadEvent } from "./schema";

type Answer = { unreadCount: number };
type Pages = InfiniteData<NotificationList, string | null>;

/** Query keys of a user's notifications. */
export const notificationKeys = {
  all: ["notifications"] as const,
  count: () => ["notifications", "count"] as const,
  newest: () => ["notifications", "newest"] as const,
  lists: () => ["notifications", "list"] as const,
  list: (unread: boolean) => ["notifications", "list", unread] as const,
  read: () => ["notifications", "read"] as const,
};

export const NOTIFICATIONS_PER_PAGE = 20;

const fetchPage = (unread: boolean, cursor: string | null, signal: AbortSignal) =>
  api.get<NotificationList>("/notifications", {
    query: { ...(unread ? { unread } : { read: true }), cursor, limit: NOTIFICATIONS_PER_PAGE },
    signal,
  });

/** How many notifications are unread; null while that is not known. */
export function useUnreadCount(): number | null {
  const { data } = useQuery({
    queryKey: notificationKeys.count(),
    queryFn: async ({ signal }) =>
      (await api.get<NotificationList>("/notifications", { query: { limit: 1 }, signal }))
        .unreadCount,
  });
  return data ?? null;
}

const NEWEST = 10;

/** The newest unread notifications, for where no server pushes them; every poll fetches them again. */
export function useNewestUnread(): NotificationDto[] | undefined {
  const { data } = useQuery({
    queryKey: notificationKeys.newest(),
    queryFn: async ({ signal }) =>
      (
        await api.get<NotificationList>("/notifications", {
          query: { unread: true, limit: NEWEST },
          signal,
        })
      ).notifications,
  });
  return data;
}

/** Pages of the unread or of the read notifications, newest first. */
export function useNotifications(unread: boolean, { enabled = true } = {}) {
  return useInfiniteQuery({
    queryKey: notificationKeys.list(unread),
    queryFn: ({ pageParam, signal }) => fetchPage(unread, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    enabled,
  });
}

/**
 * Ids of the notifications that are marked read here, or about to be. A page that is opened at the same moment
 * may have been made before.
 */
export function useMarkedRead(): ReadonlySet<string> {
  const ids = useMutationState({
    filters: {
      mutationKey: notificationKeys.read(),
      predicate: ({ state }) => state.status !== "error",
    },
    select: ({ state }) => state.variables as string,
  });
  return new Set(ids);
}

/** Shows notifications as read where they stand: a list that moves under a finger is hard to use. */
function showRead(
  queryClient: QueryClient,
  isRead: (item: NotificationDto) => boolean | undefined,
): void {
  const readAt = new Date().toISOString();
  const queryKey = notificationKeys.list(true);
  // It is no newer for that: what the next page brings may have notifications that are not in it.
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
  queryClient.setQueryData<Pages>(
    queryKey,
    (old) =>
      old === undefined
        ? old
        : {
            ...old,
            pages: old.pages.map((page) => ({
              ...page,
              notifications: page.notifications.map((item) =>
                item.readAt === null && isRead(item) ? { ...item, readAt } : item,
              ),
            })),
          },
    { updatedAt },
  );
}

/** The same once the server has read them: a fetch that is under way may be of before that, and begins anew. */
function showReadForGood(...[queryClient, isRead]: Parameters<typeof showRead>): void {
  showRead(queryClient, isRead);
  const queryKey = notificationKeys.list(true);
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.refetchQueries({ queryKey });
}

/**
 * Shows what was read, here or elsewhere, as read where it stands. The rest is fetched again, the unread
 * list only when it is looked at next.
 */
export function applyRead(queryClient: QueryClient, event: ReadEvent): void {
  showReadForGood(
    queryClient,
    ({ id, type }) => event.all || event.id === id || event.type === type,
  );
  const { count, newest, list } = notificationKeys;
  for (const queryKey of [count(), newest(), list(false)]) {
    void queryClient.invalidateQueries({ queryKey });
  }
  void queryClient.invalidateQueries({ queryKey: list(true), refetchType: "none" });
}

/** Marks one notification read: at once on the screen, then on the server. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: notificationKeys.read(),
    mutationFn: (id: string) => api.patch<Answer>(`/notifications/${id}/read`),
    onMutate: (id) => showRead(queryClient, (item) => item.id === id),
    onSuccess: ({ unreadCount }, id) => {
      queryClient.setQueryData(notificationKeys.count(), unreadCount);
      showReadForGood(queryClient, (item) => item.id === id);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
}

/** Marks every notification read. */
export function useMarkAllRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.patch<Answer>("/notifications/read-all"),
    onSuccess: ({ unreadCount }) => {
      queryClient.setQueryData(notificationKeys.count(), unreadCount);
      showReadForGood(queryClient, () => true);
    },
  });
}
