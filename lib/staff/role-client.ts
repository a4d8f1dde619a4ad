import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { rightsKeys } from "./rights-client";
import type { RoleDto } from "./role-schema";

/** All roles of staff. */
export function useRoles() {
  return useQuery({
    queryKey: rightsKeys.roles(),
    queryFn: async ({ signal }) =>
      (await api.get<{ roles: RoleDto[] }>("/admin/staff/roles", { signal })).roles,
  });
}

/** Makes a role, or changes the one with that id. */
export function useSaveRole(id: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: object) =>
      id === undefined
        ? api.post<{ role: RoleDto }>("/admin/staff/roles", input)
        : api.put<{ role: RoleDto }>(`/admin/staff/roles/${id}`, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: rightsKeys.roles() }),
  });
}

/** Removes a role that nobody has. */
export function useRemoveRole(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (proof: object) => api.delete(`/admin/staff/roles/${id}`, { body: proof }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: rightsKeys.roles() }),
  });
}
