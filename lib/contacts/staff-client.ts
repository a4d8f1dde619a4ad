import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { AdminContactDto, AdminContactList } from "./staff-schema";

/** Query keys of the staff's list of contacts. */
export const staffContactKeys = { all: ["staff", "contacts"] as const };

const PATH = "/admin/customer-service";

/** Every way to reach support in its order, switched-off ones too. */
export function useStaffContacts() {
  return useQuery({
    queryKey: staffContactKeys.all,
    queryFn: ({ signal }) => api.get<AdminContactList>(PATH, { signal }),
  });
}

/** How to read a contact as the list has it by now. */
export function useNewestContact(id: string | undefined): () => AdminContactDto | undefined {
  const queryClient = useQueryClient();
  return () =>
    queryClient
      .getQueryData<AdminContactList>(staffContactKeys.all)
      ?.services.find(({ _id }) => _id === id);
}

/** What is sent of a contact; without an id it is a new one. */
export type ContactChange = {
  id: string | null;
  fields: Record<string, string>;
  icon: File | null;
  key: string;
};

/** Adds or changes a contact; the same key adds it once. */
export function useSaveContact() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, fields, icon, key }: ContactChange) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (icon) form.set("icon", icon);
      const { service } = id
        ? await api.put<{ service: AdminContactDto }>(`${PATH}/${id}`, form)
        : await api.post<{ service: AdminContactDto }>(PATH, form, { idempotencyKey: key });
      return service;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffContactKeys.all }),
  });
}

/** Shows a contact to users or hides it. */
export function useToggleContact() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      api.patch<{ service: AdminContactDto }>(`${PATH}/${id}/toggle-status`, { isActive }),
    // Known at once, so that a change right after it is not taken for one of something older.
    onSuccess: ({ service }) =>
      queryClient.setQueryData<AdminContactList>(
        staffContactKeys.all,
        (old) =>
          old && {
            ...old,
            services: old.services.map((one) => (one._id === service._id ? service : one)),
          },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffContactKeys.all }),
  });
}

/** Removes a contact. */
export function useDeleteContact() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`${PATH}/${id}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffContactKeys.all }),
  });
}
