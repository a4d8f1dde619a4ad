import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { CoinRate } from "./payment-schema";

/** Rates are recorded every few seconds; an estimate says how old its own is. */
const RATES_MS = 15_000;

/** What one coin is worth in USDT now; null where no rate is known, and for USDT, which needs none. */
export function useCoinRate(currency: string): CoinRate | null {
  const { data } = useQuery({
    queryKey: ["coin-rates"],
    queryFn: async ({ signal }) =>
      (await api.get<{ rates: CoinRate[] }>("/wallets/rates", { signal })).rates,
    enabled: currency !== "USDT",
    refetchInterval: RATES_MS,
  });
  return data?.find((rate) => rate.currency === currency) ?? null;
}
