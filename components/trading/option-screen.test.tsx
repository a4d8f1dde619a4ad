import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { answerFetches, held } from "@/tests/support/network";
import { renderUi } from "@/tests/support/render";
import { OptionScreen } from "./option-screen";

jest.mock("@/components/market/price-chart", () => ({ PriceChart: () => null }));

const priceOf = (price: string) => ({
  price,
  bid: price,
  ask: price,
  change24h: null,
  high24h: null,
  low24h: null,
  volume24h: "0",
  source: "live",
  sources: ["exchange"],
  simulated: false,
  stale: false,
  at: new Date().toISOString(),
  seq: "1",
});
const endingIn = (seconds: number): TradeDto => ({
  id: "0193",
  type: "option",
  status: "open",
  direction: "up",
  side: null,
  amount: "50.000000",
  currency: "USDT",
  received: null,
  receivedCurrency: null,
  payoutRate: "0.80",
  duration: 60,
  entryPrice: "4000.00",
  exitPrice: null,
  fee: "0.000000",
  payout: null,
  pnl: null,
  openedAt: new Date(Date.now()).toISOString(),
  entryAt: new Date(Date.now()).toISOString(),
  expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
  settledAt: null,
  entryTickId: "1",
  exitTickId: null,
  simulated: false,
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
  ["is marked while an option runs", 50, true],
  ["is not marked in its last 10 s", 8, false],
])("a change of the price %s", async (_, seconds, isMarked) => {
  answerFetches(() => held().answer);
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(marketKeys.price(), priceOf("4001.00"));
  client.setQueryData(tradingKeys.recent("option"), {
    trades: [endingIn(seconds)],
    nextCursor: null,
  });
  renderUi(
    <QueryClientProvider client={client}>
      <OptionScreen isCountryBlocked hasAcceptedRisk />
    </QueryClientProvider>,
  );
  act(() => jest.advanceTimersByTime(1000));
  act(() => {
    client.setQueryData(marketKeys.price(), priceOf("4002.00"));
  });
  const shown = await waitFor(() => screen.getByText("4,002.00"));
  expect(shown.classList.contains("price-changed")).toBe(isMarked);
});
