/** The parts of one user's page: fetched when they are opened, and again after a change. */
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { staffKeys } from "./client";

/** Parts of a user under /api/admin/users/{id}. */
export type UserPart =
  | "sessions"
  | "sign-ins"
  | "trade-config"
  | "own-limits"
  | "trade-setups"
  | "runs"
  | "orders"
  | "recurring"
  | "referrals"
  | "notes"
  | "audit"
  | "permanent-delete";

const keyOf = (userId: string, part: UserPart) => [...staffKeys.user(userId), part] as const;
const pathOf = (userId: string, part: UserPart) => `/admin/users/${userId}/${part}`;

/** A part that comes whole. */
export function useUserPart<Answer>(userId: string, part: UserPart) {
  return useQuery({
    queryKey: keyOf(userId, part),
    queryFn: ({ signal }) => api.get<Answer>(pathOf(userId, part), { signal }),
  });
}

/**
 * Reads how a part was fetched last. For handlers that run after a mutation: what their render got may be
 * from before it.
 */
export function useFetchedPart<Answer>(userId: string, part: UserPart) {
  const queryClient = useQueryClient();
  return () => queryClient.getQueryData<Answer>(keyOf(userId, part));
}

/** A part that comes in pages, newest first. */
export function useUserPages<Page extends { nextCursor: string | null }>(
  userId: string,
  part: UserPart,
) {
  return useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], string | null>({
    queryKey: keyOf(userId, part),
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>(pathOf(userId, part), { query: { cursor: pageParam }, signal }),
    initialPageParam: null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Something that staff do to a user. Afterwards, and after a refusal too, their page is fetched anew. */
export function useUserMutation<Input = void, Answer = unknown>(
  userId: string,
  send: (input: Input) => Promise<Answer>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: staffKeys.user(userId) }),
        queryClient.invalidateQueries({ queryKey: staffKeys.allUsers() }),
      ]),
  });
}
