import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { VaultDirection } from "./rules";
import type { ConversionResponse, ConvertInput, StorageResponse } from "./schema";

/** Query keys of the vault; `vault` events refresh all of them. */
export const vaultKeys = {
  all: ["vault"] as const,
  storage: () => ["vault", "storage"] as const,
};

export const CONVERSIONS_PER_PAGE = 20;

/** What is stored (on every page) and the conversions, newest first. */
export function useStorage() {
  return useInfiniteQuery({
    queryKey: vaultKeys.storage(),
    queryFn: ({ pageParam, signal }) =>
      api.get<StorageResponse>("/storage", {
        query: { cursor: pageParam, limit: CONVERSIONS_PER_PAGE },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Stores or retrieves. Sending the same key again can't convert a second time. @throws ApiError */
export const sendConversion = (
  direction: VaultDirection,
  { currency, ...order }: ConvertInput,
  idempotencyKey: string,
) =>
  api.post<ConversionResponse>(
    `/storage/${direction}`,
    { ...order, [direction === "store" ? "from" : "to"]: currency },
    { idempotencyKey },
  );
