import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import type { AddressBook, AddressBookOnlyInput, SavedAddress } from "./address-schema";

/** Query key of the saved addresses; part of the account's keys, which live events refresh. */
export const addressBookKey = [...accountKeys.all, "addresses"] as const;

const PATH = "/user/withdrawal-addresses";

/** The saved addresses, and whether withdrawals are bound to them. */
export function useAddressBook() {
  return useQuery({
    queryKey: addressBookKey,
    queryFn: ({ signal }) => api.get<AddressBook>(PATH, { signal }),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: accountKeys.all });
}

type NewAddress = { label: string; currency: string; network: string; address: string };

/** Saves an address. */
export function useSaveAddress() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewAddress) => api.post<{ address: SavedAddress }>(PATH, body),
    onSuccess: refresh,
  });
}

/** Removes a saved address. */
export function useRemoveAddress() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => api.delete(`${PATH}/${id}`),
    onSettled: refresh,
  });
}

/** Binds withdrawals to saved addresses, or asks for the end of that. */
export function useAddressBookOnly() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: AddressBookOnlyInput) => api.put<AddressBook>(PATH, body),
    onSuccess: refresh,
  });
}
