import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { answerFetches, held } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { livePrice, openOption } from "@/tests/support/trading";
import { OptionScreen } from "./option-screen";

jest.mock("@/components/market/price-chart", () => ({ PriceChart: () => null }));

const priceOf = (price: string) => livePrice({ price, bid: price, ask: price });
const endingIn = (seconds: number): TradeDto =>
  openOption({
    duration: 60,
    openedAt: new Date().toISOString(),
    entryAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
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
      <OptionScreen userId="u1" isCountryBlocked hasAcceptedRisk />
    </QueryClientProvider>,
  );
  act(() => jest.advanceTimersByTime(1000));
  act(() => {
    client.setQueryData(marketKeys.price(), priceOf("4002.00"));
  });
  const shown = await waitFor(() => screen.getByText("4,002.00"));
  expect(shown.classList.contains("price-changed")).toBe(isMarked);
});
