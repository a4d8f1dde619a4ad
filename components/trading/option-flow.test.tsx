import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useLivePrice } from "@/components/market/use-live-price";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys, useRecentTrades } from "@/lib/trading/client";
import type { TradeDto, TradeSettings } from "@/lib/trading/schema";
import { renderUi } from "@/tests/support/render";
import { NewOption } from "./new-option";
import { OpenOptions } from "./open-options";

const settings: TradeSettings = {
  option: {
    enabled: true,
    minAmount: "1.000000",
    maxAmount: "1000.000000",
    durations: [
      { seconds: 30, payoutRate: "0.80" },
      { seconds: 60, payoutRate: "0.85" },
    ],
  },
  manual: { enabled: false, feeRate: "0", spread: "0", minAmount: "1", maxAmount: "1" },
  ai: { enabled: false, minAmount: "1", maxAmount: "1", strategies: [] },
  dailyTradeLimit: 100,
  dailyTradesUsed: 3,
};
const balance = {
  balances: {
    USDT: { available: "500.000000", held: "0" },
    XAUT: { available: "0", stored: "0" },
    savings: { USDT: "0", XAUT: "0" },
    totalUsdt: "500",
  },
  price: "4000",
};
const price = {
  price: "4000.00",
  bid: "3999.00",
  ask: "4001.00",
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
};
const option = (id: string, direction: "up" | "down"): TradeDto => ({
  id,
  type: "option",
  status: "open",
  direction,
  side: null,
  amount: "50.000000",
  currency: "USDT",
  received: null,
  receivedCurrency: null,
  payoutRate: "0.80",
  duration: 30,
  entryPrice: null,
  exitPrice: null,
  fee: "0.000000",
  payout: null,
  pnl: null,
  openedAt: "2026-11-20T10:00:00.000Z",
  entryAt: null,
  expiresAt: null,
  settledAt: null,
  entryTickId: null,
  exitTickId: null,
  simulated: false,
});

let scrolled: Element[];

beforeEach(() => {
  scrolled = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this);
  };
  globalThis.fetch = (async (_input: unknown, init?: RequestInit) => {
    if (init?.method !== "POST") return new Promise(() => undefined);
    const body = { success: true, trade: option("new", "up"), available: "450" };
    return { ok: true, status: 201, headers: new Headers(), json: async () => body };
  }) as typeof fetch;
});

function Page() {
  const live = useLivePrice();
  const trades = useRecentTrades("option", live).data?.trades ?? [];
  const [accepted, setAccepted] = useState<TradeDto | null>(null);
  return (
    <>
      <OpenOptions
        trades={trades}
        acceptedId={accepted?.id}
        price={null}
        clockOffsetMs={0}
        onReceipt={() => undefined}
      />
      <NewOption live={live} hasAcceptedRisk onAccepted={setAccepted} />
    </>
  );
}

it("shows and focuses the card of an accepted option, and leaves no amount in the ticket", async () => {
  localStorage.setItem("user", JSON.stringify({ id: "anna" }));
  localStorage.setItem("token", "t1");
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(accountKeys.balance(), balance);
  client.setQueryData(tradingKeys.settings(), settings);
  client.setQueryData(marketKeys.price(), price);
  client.setQueryData(tradingKeys.recent("option"), {
    trades: [option("old", "down")],
    nextCursor: null,
  });
  renderUi(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("radio", { name: "30 s" }));
  await user.type(screen.getByLabelText("Amount"), "50");
  await user.click(screen.getByRole("button", { name: "Up" }));
  const review = await screen.findByRole("dialog", { name: "Review option" });
  await user.click(within(review).getByRole("button", { name: /^Up with/ }));

  const card = await screen.findByRole("region", { name: /^Open option.*Up/i });
  const item = card.closest("li");
  await waitFor(() => expect(item).toHaveFocus());
  expect(item).toHaveTextContent("Up · 50.00 USDT");
  expect(scrolled).toEqual([item]);
  expect(screen.getByLabelText("Amount")).toHaveValue("");
  expect(screen.getByRole("radio", { name: "30 s" })).toBeChecked();
});
