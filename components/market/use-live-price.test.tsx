import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { resetRealtimeState } from "@/components/app/live/realtime-state";
import { marketKeys } from "@/lib/market/client";
import type { PriceResponse } from "@/lib/market/schema";
import { useLivePrice } from "./use-live-price";

const MINUTE_MS = 60_000;

const answer = (agoMs: number, stale: boolean): PriceResponse => ({
  price: "4000.00",
  bid: "3999.00",
  ask: "4001.00",
  change24h: null,
  price24hAgo: null,
  high24h: null,
  low24h: null,
  volume24h: "0",
  source: "live",
  sources: [],
  simulated: false,
  stale,
  contested: false,
  at: new Date(Date.now() - agoMs).toISOString(),
  seq: "1",
});

afterEach(() => {
  act(resetRealtimeState);
  jest.useRealTimers();
});

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

it("takes a price that came with a page for the time only until it knows it better", async () => {
  const client = new QueryClient();
  client.setQueryData(marketKeys.price(), answer(100, false));
  const { result } = renderHook(useLivePrice, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.clockOffsetMs).not.toBeNull());
  const first = result.current.clockOffsetMs;

  // The next page's price, made a moment after its tick, and held for as old as a page may be.
  const next = { ...answer(50, false), seq: "2" };
  const updatedAt = Date.now() - 500;
  act(() => void client.setQueryData(marketKeys.price(), next, { updatedAt }));
  await waitFor(() => expect(result.current.price?.seq).toBe("2"));
  expect(result.current.clockOffsetMs).toBe(first);
});

it("is drawn again when the newest price becomes too old, not with each second before", () => {
  jest.useFakeTimers();
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(marketKeys.price(), answer(0, false));
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders += 1;
      return useLivePrice();
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  act(() => jest.advanceTimersByTime(1_000));
  const before = renders;
  act(() => jest.advanceTimersByTime(12_000));
  expect(renders).toBe(before);
  expect(result.current.isBlocked).toBe(false);
  act(() => jest.advanceTimersByTime(17_000));
  expect(result.current.isBlocked).toBe(true);
});
