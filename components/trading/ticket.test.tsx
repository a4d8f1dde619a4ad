import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLivePrice } from "@/components/market/use-live-price";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys } from "@/lib/trading/client";
import type { TradeSettings } from "@/lib/trading/schema";
import { answerFetches, held } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { livePrice } from "@/tests/support/trading";
import { NewOption } from "./options/new-option";

const settings: TradeSettings = {
  option: {
    enabled: true,
    minAmount: "1.000000",
    maxAmount: "1000.000000",
    entryDelayMs: 2000,
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
    USDT: { available: "500.000000", held: "0", escrow: "0" },
    XAUT: { available: "0", stored: "0" },
    savings: { USDT: "0", XAUT: "0" },
    ai: { USDT: "0", XAUT: "0" },
    totalUsdt: "500",
  },
  price: "4000",
};

function Page() {
  return <NewOption live={useLivePrice()} hasAcceptedRisk onAccepted={() => undefined} />;
}

function show(price: object = {}) {
  answerFetches(() => held().answer);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(accountKeys.balance(), balance);
  client.setQueryData(tradingKeys.settings(), settings);
  client.setQueryData(marketKeys.price(), livePrice(price));
  renderUi(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
}

const review = () => screen.queryByRole("dialog", { name: "Review option" });
const amount = () => screen.getByLabelText("Amount");
const up = () => screen.getByRole("button", { name: "Up" });

it("shows both results, the break-even share, the limits and the day's count before anything is sent", async () => {
  show();
  await userEvent.type(amount(), "100");
  expect(screen.getByText("185.00 USDT (+85.00)")).toBeInTheDocument();
  expect(screen.getByText("100.00 USDT (all of it)")).toBeInTheDocument();
  expect(screen.getByText(/unless more than 54\.05% of your options are right/)).toBeVisible();
  expect(amount()).toHaveAccessibleDescription(
    expect.stringMatching(/Available.500\.00.*Min.1\.00.*Max.1,000\.00/),
  );
  expect(screen.getByText("3 of 100 trades used today (UTC)")).toBeInTheDocument();
});

it("follows the chosen duration", async () => {
  show();
  await userEvent.type(amount(), "100");
  await userEvent.click(screen.getByRole("radio", { name: "30 s" }));
  expect(screen.getByText("180.00 USDT (+80.00)")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Down" }));
  const dialog = await screen.findByRole("dialog", { name: "Review option" });
  expect(dialog).toHaveTextContent(/30 s/);
  expect(screen.getByRole("button", { name: /^Down with 100\.00/ })).toBeVisible();
});

it.each([
  ["", "Enter an amount"],
  ["0.5", "Below the minimum"],
  ["1000.01", "Above the maximum"],
  ["600", "Insufficient balance"],
  ["10,5", "Use a point for decimals"],
  ["1.1234567", "At most 6 decimals"],
])("refuses %j with its reason and goes to the field", async (text, reason) => {
  show();
  if (text) await userEvent.type(amount(), text);
  await userEvent.click(up());
  expect(screen.getByText(reason)).toBeInTheDocument();
  await waitFor(() => expect(amount()).toHaveFocus());
  expect(review()).not.toBeInTheDocument();
});

it.each([
  ["on an old price", { stale: true }, /^The price is delayed/],
  ["while the exchanges disagree", { contested: true }, /^The exchanges do not agree on the price/],
])(
  "says why nothing can be opened %s before the press, and opens nothing",
  async (_, price, reason) => {
    show(price);
    expect(screen.getByText(reason)).toBeInTheDocument();
    await userEvent.type(amount(), "100");
    await userEvent.click(up());
    expect(screen.getByRole("alert")).toHaveTextContent(reason);
    expect(review()).not.toBeInTheDocument();
  },
);

it("has no Max button and nothing that doubles or repeats", () => {
  show();
  const names = screen.getAllByRole("button").map((button) => button.textContent);
  expect(names).toEqual(["Up", "Down"]);
});
