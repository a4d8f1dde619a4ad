import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { TransactionList } from "@/lib/ledger/transactions/transaction-schema";
import { api } from "@/lib/platform/client/api";
import type { AdminUserDetailDto, AdminUserDto, QueueCounts } from "./schema";

/** A list's filters and cursor, as they stand in the address. */
export type StaffListQuery = Record<string, string>;

/** Query keys of everything that only staff see. */
export const staffKeys = {
  all: ["staff"] as const,
  queue: () => ["staff", "queue"] as const,
  overview: () => ["staff", "overview"] as const,
  allUsers: () => ["staff", "users"] as const,
  users: (query: StaffListQuery) => ["staff", "users", query] as const,
  user: (id: string) => ["staff", "user", id] as const,
  transactions: (id: string) => ["staff", "transactions", id] as const,
};

type UserPage = { users: AdminUserDto[]; nextCursor: string | null };

/** How many requests wait. `queue` events refresh it; the interval is for sites without a socket. */
export function useQueueCounts({ enabled = true } = {}) {
  return useQuery({
    queryKey: staffKeys.queue(),
    queryFn: async ({ signal }) =>
      (await api.get<{ queue: QueueCounts }>("/admin/queue", { signal })).queue,
    refetchInterval: 60_000,
    enabled,
  });
}

/** One page of users. */
export function useUsers(query: StaffListQuery) {
  return useQuery({
    queryKey: staffKeys.users(query),
    queryFn: ({ signal }) => api.get<UserPage>("/admin/users", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One user with balances and counts. */
export function useStaffUser(id: string) {
  return useQuery({
    queryKey: staffKeys.user(id),
    queryFn: async ({ signal }) =>
      (await api.get<{ user: AdminUserDetailDto }>(`/admin/users/${id}`, { signal })).user,
  });
}

/** A user's ledger movements, newest first. */
export function useStaffTransactions(id: string) {
  return useInfiniteQuery({
    queryKey: staffKeys.transactions(id),
    queryFn: ({ pageParam, signal }) =>
      api.get<TransactionList>(`/admin/users/${id}/transactions`, {
        query: { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** What a new account is made of: the fields of a registration. */
export type CreateUserInput = Record<
  "username" | "email" | "country" | "countryCode" | "phoneNumber" | "gender" | "password",
  string
> & { referralCode?: string };

/** Opens an account for somebody. */
export function useCreateUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CreateUserInput) =>
      api.post<{ user: AdminUserDetailDto }>("/admin/users/create", input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: staffKeys.allUsers() }),
  });
}

/** Switches an account on or off. What is shown is read anew after a fault too: it may have been done. */
export function useToggleStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; isActive: boolean; reason: string }) =>
      api.put<{ user: AdminUserDetailDto }>(`/admin/users/${id}/toggle-status`, body),
    onSuccess: ({ user }) => queryClient.setQueryData(staffKeys.user(user.id), user),
    onSettled: (_data, _error, { id }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: staffKeys.user(id) }),
        queryClient.invalidateQueries({ queryKey: staffKeys.allUsers() }),
      ]),
  });
}
