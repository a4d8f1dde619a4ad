import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { staffKeys } from "./client";
import type { ChangeRightsInput, RightsDto, StaffMembers } from "./rights-schema";

/** Query keys of who is staff. */
export const rightsKeys = {
  members: (query: Record<string, string>) => ["staff", "members", query] as const,
  roles: () => ["staff", "roles"] as const,
  one: (userId: string) => ["staff", "rights", userId] as const,
};

/** One page of the members of staff. */
export function useStaffMembers(query: Record<string, string>) {
  return useQuery({
    queryKey: rightsKeys.members(query),
    queryFn: ({ signal }) => api.get<StaffMembers>("/admin/staff", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A user's staff rights. */
export function useRights(userId: string) {
  return useQuery({
    queryKey: rightsKeys.one(userId),
    queryFn: async ({ signal }) =>
      (await api.get<{ rights: RightsDto }>(`/admin/users/${userId}/rights`, { signal })).rights,
  });
}

/** Gives, changes or takes away a user's staff rights. */
export function useChangeRights(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: ChangeRightsInput) =>
      api.put<{ rights: RightsDto }>(`/admin/users/${userId}/rights`, input),
    onSuccess: ({ rights }) => {
      queryClient.setQueryData(rightsKeys.one(userId), rights);
      return queryClient.invalidateQueries({ queryKey: staffKeys.user(userId) });
    },
  });
}
