import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { unlessWaiting } from "@/lib/platform/client/waiting";
import type {
  HouseLimits,
  HouseLimitsBody,
  HouseMovementsResponse,
  HouseResponse,
  HouseTransferBody,
  HouseTransferDto,
} from "./schema";

type ListQuery = Record<string, string>;

/** Query keys of the house. */
export const houseKeys = {
  all: ["staff", "house"] as const,
  accounts: () => ["staff", "house", "accounts"] as const,
  movements: (query: ListQuery) => ["staff", "house", "movements", query] as const,
};
/** Other numbers of the panel that a transfer changes. */
const dependents = [houseKeys.all, ["staff", "overview"], ["staff", "savings"]] as const;

const REFRESH_MS = 15_000;

/** The house's accounts and limits. */
export function useHouse() {
  return useQuery({
    queryKey: houseKeys.accounts(),
    queryFn: ({ signal }) => api.get<HouseResponse>("/admin/house", { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** What the address calls an account, as the API's query: "USDT.treasury". */
export function movementsQueryOf({ account, ...rest }: ListQuery): ListQuery {
  const [currency, kind] = (account ?? "").split(".");
  return { ...rest, ...(currency && kind ? { currency, kind } : {}) };
}

/** One page of an account's movements. */
export function useHouseMovements(query: ListQuery) {
  return useQuery({
    queryKey: houseKeys.movements(query),
    queryFn: ({ signal }) =>
      api.get<HouseMovementsResponse>("/admin/house/movements", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

function useHouseCall<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    // A refusal too: balances are then not what the screen shows. No outcome waits for them.
    onSettled: () => {
      for (const queryKey of dependents) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Moves money in the house; the same key moves it once. */
export function useHouseTransfer() {
  return useHouseCall(({ input, key }: { input: HouseTransferBody; key: string }) =>
    api
      .post<{ message?: string; transfer: HouseTransferDto }>("/admin/house/transfers", input, {
        idempotencyKey: key,
      })
      .then(unlessWaiting),
  );
}

/** Changes the caps on open options. */
export function useHouseLimits() {
  return useHouseCall((input: HouseLimitsBody) =>
    api.put<{ limits: HouseLimits }>("/admin/house/limits", input),
  );
}
