import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { unlessWaiting } from "@/lib/platform/client/waiting";
import type { WalletDto, WalletList } from "./schema";

type WalletAnswer = { message?: string; wallet: WalletDto };

/** Query keys of the staff's list of wallets. */
export const staffWalletKeys = { all: ["staff", "wallets"] as const };

async function fetchWallets(signal: AbortSignal): Promise<WalletDto[]> {
  const wallets: WalletDto[] = [];
  let cursor: string | null = null;
  do {
    const page: WalletList = await api.get("/wallets", { query: { cursor }, signal });
    wallets.push(...page.wallets);
    cursor = page.nextCursor;
  } while (cursor);
  return wallets;
}

/** Every deposit address, switched-off ones too. */
export function useStaffWallets() {
  return useQuery({
    queryKey: staffWalletKeys.all,
    queryFn: ({ signal }) => fetchWallets(signal),
  });
}

/** How to read a wallet as the list has it by now. */
export function useNewestWallet(id: string | undefined): () => WalletDto | undefined {
  const queryClient = useQueryClient();
  return () =>
    queryClient.getQueryData<WalletDto[]>(staffWalletKeys.all)?.find((one) => one.id === id);
}

/** What is sent of a wallet; without an id it is a new one. */
export type WalletChange = {
  id: string | null;
  fields: Record<string, string>;
  image?: File | null;
  key: string;
};

/** Adds or changes a wallet; the same key adds it once. */
export function useSaveWallet() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, fields, image, key }: WalletChange) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (image) form.set("qrImage", image);
      const answer = id
        ? await api.put<WalletAnswer>(`/wallets/${id}`, form)
        : await api.post<WalletAnswer>("/wallets", form, { idempotencyKey: key });
      return unlessWaiting(answer).wallet;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffWalletKeys.all }),
  });
}

/** Takes a wallet off the list. */
export function useDeleteWallet() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...proof }: { id: string; password?: string; totp?: string }) =>
      api.delete(`/wallets/${id}`, { body: proof }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffWalletKeys.all }),
  });
}
