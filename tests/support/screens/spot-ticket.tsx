import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLivePrice } from "@/components/market/use-live-price";
import { NewSpot } from "@/components/trading/spot/new-spot";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys } from "@/lib/trading/client";
import type { TradeDto, TradeSettings } from "@/lib/trading/schema";
import { type Answer, answerFetches, held, type Sent } from "../network";
import { livePrice } from "../trading";
import { renderUi } from "./render";

export const settings: TradeSettings = {
  option: { enabled: true, minAmount: "1", maxAmount: "1", durations: [], entryDelayMs: 2000 },
  manual: {
    enabled: true,
    feeRate: "0.001",
    spread: "0",
    minAmount: "1.000000",
    maxAmount: "50000.000000",
  },
  ai: { enabled: false, minAmount: "1", maxAmount: "1", strategies: [] },
  dailyTradeLimit: 100,
  dailyTradesUsed: 3,
};
export const balance = {
  balances: {
    USDT: { available: "500.000000", held: "0", escrow: "0" },
    XAUT: { available: "0.500000", stored: "0" },
    savings: { USDT: "0", XAUT: "0" },
    ai: { USDT: "0", XAUT: "0" },
    totalUsdt: "500",
  },
  price: "4000",
};
export const priceAt = (middle: number, stale = false) =>
  livePrice({
    price: `${middle}.00`,
    bid: `${middle - 1}.00`,
    ask: `${middle + 1}.00`,
    stale,
  });
export const filled: TradeDto = {
  id: "0193",
  number: "17",
  type: "manual",
  status: "filled",
  direction: null,
  side: "buy",
  amount: "100.000000",
  currency: "USDT",
  received: "0.024968",
  receivedCurrency: "XAUT",
  payoutRate: null,
  duration: null,
  entryPrice: "4001.00",
  exitPrice: null,
  fee: "0.100000",
  payout: null,
  pnl: null,
  openedAt: "2026-11-20T10:00:00.000Z",
  entryAt: "2026-11-20T10:00:00.000Z",
  expiresAt: null,
  settledAt: "2026-11-20T10:00:00.000Z",
  entryTickId: "1",
  exitTickId: null,
  simulated: false,
  limitPrice: null,
  voidReason: null,
};

let sent: Sent[];
let answers: Answer[];
let queryClient: QueryClient;

beforeEach(() => {
  answers = [];
  sent = answerFetches(({ method }) => (method === "POST" ? answers.shift() : held().answer));
});
afterEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

/** The orders that were sent, oldest first. */
export const orders = () => sent.filter(({ method }) => method === "POST");
/** What the next order is answered; without it the answer is lost. */
export const answerWith = (answer: Answer) => void answers.push(answer);
/** Holds what the shown ticket knows. */
export const client = () => queryClient;

function Flow() {
  return <NewSpot live={useLivePrice()} onReceipt={() => undefined} />;
}

/** Shows the ticket of spot trades. */
export function show({ stale = false, manual = settings.manual } = {}) {
  queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  queryClient.setQueryData(accountKeys.balance(), balance);
  queryClient.setQueryData(tradingKeys.settings(), { ...settings, manual });
  queryClient.setQueryData(marketKeys.price(), priceAt(4000, stale));
  renderUi(
    <QueryClientProvider client={queryClient}>
      <Flow />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** What a line of the ticket says. */
export const row = (label: string | RegExp) =>
  screen.getByText(label, { selector: "dt" }).nextElementSibling;
export const pressReview = () => userEvent.click(screen.getByRole("button", { name: "Review" }));
export const sheet = () => screen.findByRole("dialog", { name: "Review trade" });

/** Another price, once the ticket behind the review shows it. */
export async function comesToCost(middle: number) {
  queryClient.setQueryData(marketKeys.price(), priceAt(middle));
  const ask = `${(middle + 1).toLocaleString("en")}.00`;
  const [behind] = screen.getAllByText("Buy price (ask)", { selector: "dt" });
  await waitFor(() => expect(behind?.nextElementSibling).toHaveTextContent(ask));
}
