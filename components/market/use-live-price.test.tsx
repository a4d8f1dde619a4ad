import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { resetRealtimeState } from "@/components/app/realtime-state";
import { marketKeys } from "@/lib/market/client";
import type { PriceResponse } from "@/lib/market/schema";
import { useLivePrice } from "./use-live-price";

const MINUTE_MS = 60_000;

const answer = (agoMs: number, stale: boolean): PriceResponse => ({
  price: "4000.00",
  bid: "3999.00",
  ask: "4001.00",
  change24h: null,
  high24h: null,
  low24h: null,
  volume24h: "0",
  source: "live",
  sources: [],
  simulated: false,
  stale,
  at: new Date(Date.now() - agoMs).toISOString(),
  seq: "1",
});

afterEach(() => act(resetRealtimeState));

it("learns the server's clock from a price that moves, never from a stalled one", async () => {
  const client = new QueryClient();
  const show = (data: PriceResponse) => client.setQueryData(marketKeys.price(), data);
  show(answer(10 * MINUTE_MS, true));
  const { result } = renderHook(useLivePrice, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  expect(result.current).toMatchObject({ clockOffsetMs: null, isBlocked: true });

  // The device's clock is two minutes ahead.
  act(() => void show(answer(2 * MINUTE_MS, false)));
  await waitFor(() => expect(Math.round((result.current.clockOffsetMs ?? 0) / MINUTE_MS)).toBe(-2));
  // What is two minutes old by such a clock is new.
  expect(result.current.isBlocked).toBe(false);
});
