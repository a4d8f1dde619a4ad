import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, api, messageOf } from "@/lib/platform/client/api";
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
      api.patch(`${PATH}/${id}/toggle-status`, { isActive }),
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

/**
 * Changes the order: shown at once, sent one after the other, always the newest. Where somebody else
 * was faster, their list is shown and nothing of one's own is sent.
 */
export function useContactOrder(list: AdminContactList | undefined) {
  const queryClient = useQueryClient();
  const [local, setLocal] = useState<string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = useRef<string[] | null>(null);
  const sending = useRef(false);

  const flush = async (first: string) => {
    let version = first;
    sending.current = true;
    while (wanted.current) {
      const services = wanted.current;
      wanted.current = null;
      try {
        const answer = await api.put<AdminContactList>(`${PATH}/reorder`, { services, version });
        version = answer.version;
        queryClient.setQueryData(staffContactKeys.all, answer);
      } catch (error) {
        wanted.current = null;
        const now = error instanceof ApiError && error.status === 409 ? error.body : null;
        if (now?.services) queryClient.setQueryData(staffContactKeys.all, now);
        else void queryClient.invalidateQueries({ queryKey: staffContactKeys.all });
        setProblem(messageOf(error));
      }
    }
    sending.current = false;
    setLocal(null);
  };
  const services = list?.services ?? [];
  const place = (id: string) => local?.indexOf(id) ?? -1;
  return {
    /** The contacts as they are to be, before the server has said so. */
    services: local ? [...services].sort((a, b) => place(a._id) - place(b._id)) : services,
    /** Why the last change did not happen. */
    problem,
    reorder: (ids: string[]) => {
      if (!list) return;
      setProblem(null);
      setLocal(ids);
      wanted.current = ids;
      if (!sending.current) void flush(list.version);
    },
  };
}
