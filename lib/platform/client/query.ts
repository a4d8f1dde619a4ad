import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api";

const MAX_RETRIES = 2;

/** Query client with the site's rules: only failures that time can cure are tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: true,
        retry: (count, error) =>
          count < MAX_RETRIES &&
          (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      },
      // Without a network an action fails at once: kept, it would run unasked when the network is back.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
