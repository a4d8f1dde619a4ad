import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLivePrice } from "@/components/market/use-live-price";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys } from "@/lib/trading/client";
import type { TradeDto, TradeSettings } from "@/lib/trading/schema";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { signIn } from "@/tests/support/sign-in";
import { livePrice } from "@/tests/support/trading";
import { NewSpot } from "./new-spot";

const settings: TradeSettings = {
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
const balance = {
  balances: {
    USDT: { available: "500.000000", held: "0", escrow: "0" },
    XAUT: { available: "0.500000", stored: "0" },
    savings: { USDT: "0", XAUT: "0" },
    ai: { USDT: "0", XAUT: "0" },
    totalUsdt: "500",
  },
  price: "4000",
};
const priceAt = (middle: number, stale = false) =>
  livePrice({
    price: `${middle}.00`,
    bid: `${middle - 1}.00`,
    ask: `${middle + 1}.00`,
    stale,
  });
const filled: TradeDto = {
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
const orders = () => sent.filter(({ method }) => method === "POST");
let answers: Answer[] = [];
let client: QueryClient;

afterEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

beforeEach(() => {
  answers = [];
  sent = answerFetches(({ method }) => (method === "POST" ? answers.shift() : held().answer));
});

function Flow() {
  return <NewSpot live={useLivePrice()} onReceipt={() => undefined} />;
}

function show({ stale = false, manual = settings.manual } = {}) {
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(accountKeys.balance(), balance);
  client.setQueryData(tradingKeys.settings(), { ...settings, manual });
  client.setQueryData(marketKeys.price(), priceAt(4000, stale));
  renderUi(
    <QueryClientProvider client={client}>
      <Flow />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const row = (label: string | RegExp) =>
  screen.getByText(label, { selector: "dt" }).nextElementSibling;
const pressReview = () => userEvent.click(screen.getByRole("button", { name: "Review" }));
const sheet = () => screen.findByRole("dialog", { name: "Review trade" });

/** Another price, once the ticket behind the review shows it. */
async function comesToCost(middle: number) {
  client.setQueryData(marketKeys.price(), priceAt(middle));
  const ask = `${(middle + 1).toLocaleString("en")}.00`;
  const [behind] = screen.getAllByText("Buy price (ask)", { selector: "dt" });
  await waitFor(() => expect(behind?.nextElementSibling).toHaveTextContent(ask));
}

it("says price, fee and what comes back before anything is sent", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  expect(row("Buy price (ask)")).toHaveTextContent("4,001.00");
  expect(row("Fee (0.1%)")).toHaveTextContent("0.10 USDT");
  expect(screen.queryByText(/^Spread/)).not.toBeInTheDocument();
  expect(row("You receive about")).toHaveTextContent("0.024968 XAUT");
  expect(screen.getByLabelText("Amount to spend")).toHaveAccessibleDescription(
    expect.stringMatching(/Available.500\.00.*Min.1\.00.*Max.50,000\.00/),
  );
  expect(screen.getByText("3 of 100 trades used today (UTC)")).toBeInTheDocument();
});

it("sells at the bid, and fills in everything with Max", async () => {
  const user = show();
  expect(screen.queryByRole("button", { name: "Max" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: "Sell" }));
  await user.click(screen.getByRole("button", { name: "Max" }));
  expect(screen.getByLabelText("Amount to sell")).toHaveValue("0.500000");
  expect(row("Sell price (bid)")).toHaveTextContent("3,999.00");
  // 0.5 x 3999 = 1999.50, less 1.9995.
  expect(row("You receive about")).toHaveTextContent("1,997.5005 USDT");
});

it("takes the amount in what one gets, too", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Amount in USDT. Change to XAUT" }));
  await user.type(screen.getByLabelText("Amount to receive"), "0.01");
  // (0.01 x 4001) / 0.999, rounded up.
  expect(row("You spend")).toHaveTextContent("40.050051 USDT");
  expect(row("You receive about")).toHaveTextContent("0.010000 XAUT");
  await pressReview();
  answers = [{ status: 201, body: { success: true, trade: filled, available: "400" } }];
  await user.click(within(await sheet()).getByRole("button", { name: /^Buy with 40\.05/ }));
  await waitFor(() => expect(orders()).toHaveLength(1));
  expect(orders()[0]?.body).toMatchObject({ side: "buy", amount: "40.050051" });
});

it("says how an order ended that still waited for its price when it was answered", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  const pending = { ...filled, status: "pending" as const, entryPrice: null, received: null };
  answers = [{ status: 202, body: { success: true, trade: pending, available: "400" } }];
  await user.click(within(await sheet()).getByRole("button", { name: /^Buy with/ }));
  expect(await screen.findByText("Filling at the next price…")).toBeInTheDocument();

  const ended = { ...pending, status: "void" as const, voidReason: "NO_PRICE" as const };
  client.setQueryData(tradingKeys.recent("manual"), { trades: [ended], nextCursor: null });
  expect(await screen.findByText("Not filled")).toBeInTheDocument();
  expect(screen.getByText(/^There was no price within 10 seconds/)).toBeInTheDocument();
  client.setQueryData(tradingKeys.recent("manual"), { trades: [filled], nextCursor: null });
  expect(await screen.findByText("Bought XAUT")).toBeInTheDocument();
});

it.each([
  ["", "Enter an amount"],
  ["10,5", "Use a point for decimals"],
  ["0.5", "Below the minimum"],
  ["50000.01", "Insufficient balance"],
])("refuses %j and keeps it", async (text, message) => {
  const user = show();
  if (text) await user.type(screen.getByLabelText("Amount to spend"), text);
  await pressReview();
  expect(screen.getByText(message)).toBeInTheDocument();
  expect(screen.getByLabelText("Amount to spend")).toHaveValue(text);
  await waitFor(() => expect(screen.getByLabelText("Amount to spend")).toHaveFocus());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("brings a sale back after a reload as what it was", async () => {
  signIn();
  const user = show();
  await user.click(screen.getByRole("radio", { name: "Sell" }));
  await user.type(screen.getByLabelText("Amount to sell"), "0.25");
  cleanup();
  show();
  expect(screen.getByLabelText("Amount to sell")).toHaveValue("0.25");
  await user.click(screen.getByRole("radio", { name: "Buy" }));
  cleanup();
  show();
  expect(screen.getByLabelText("Amount to spend")).toHaveValue("");
});

it("checks a sale by its value in USDT", async () => {
  const user = show();
  await user.click(screen.getByRole("radio", { name: "Sell" }));
  await user.type(screen.getByLabelText("Amount to sell"), "0.00025");
  await pressReview();
  expect(screen.getByText("Below the minimum")).toBeInTheDocument();
});

it("sends what was reviewed with the worst price, once, and shows the result", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  const review = await sheet();
  expect(review).toHaveTextContent("Not filled above (0.1% more)4,005.001");
  answers = [{ status: 201, body: { success: true, trade: filled, available: "400" } }];
  await user.dblClick(within(review).getByRole("button", { name: /^Buy with 100\.00/ }));
  expect(await screen.findByText("Bought XAUT")).toBeInTheDocument();
  expect(orders()).toEqual([
    {
      method: "POST",
      path: "/api/trades",
      authorization: null,
      key: expect.any(String),
      body: {
        type: "manual",
        side: "buy",
        amount: "100",
        limitPrice: "4005.001",
        feeRate: "0.001",
      },
    },
  ]);
  expect(screen.getByLabelText("Amount to spend")).toHaveValue("");
  await waitFor(() => expect(screen.getByText("Bought XAUT").parentElement).toHaveFocus());
});

it("repeats the same key when it does not know what became of an order", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  const send = within(await sheet()).getByRole("button", { name: /^Buy with/ });
  await user.click(send);
  expect(await screen.findByText("Network error. Please check your connection.")).toBeVisible();
  // It may have been filled at the old price: it is sent again, and not changed.
  await comesToCost(4100);
  await user.click(send);
  await waitFor(() => expect(orders()).toHaveLength(2));
  expect(orders()[0]).toEqual(orders()[1]);
});

it("repeats an order of unknown outcome with the fee that was sent, and shows that one", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  const review = await sheet();
  const send = within(review).getByRole("button", { name: /^Buy with/ });
  await user.click(send);
  await within(review).findByText(/^Network error/);
  const manual = { ...settings.manual, feeRate: "0.002" };
  client.setQueryData(tradingKeys.settings(), { ...settings, manual });
  // The ticket behind it has the new fee.
  await screen.findByText("Fee (0.2%)");
  expect(review).toHaveTextContent("Fee (0.1%)0.10 USDT");
  expect(review).toHaveTextContent("0.024968 XAUT");
  await user.click(send);
  await waitFor(() => expect(orders()).toHaveLength(2));
  expect(orders()[0]?.body).toMatchObject({ feeRate: "0.001" });
  expect(orders()[1]).toEqual(orders()[0]);
});

const CAN_REPEAT = "It may have gone through. Pressing again can't do it twice.";
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
const pressBack = async () => {
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await isClosed();
};

it.each(["Back", "the page was left"])(
  "is one trade when it is reviewed again after a lost answer and %s, at the price and fee that were sent",
  async (way) => {
    signIn();
    const user = show();
    await user.type(screen.getByLabelText("Amount to spend"), "100");
    await pressReview();
    const send = () => user.click(screen.getByRole("button", { name: /^Buy with/ }));
    await send();
    expect(await within(await sheet()).findByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
    if (way === "Back") await pressBack();
    else {
      cleanup();
      show();
    }
    const manual = { ...settings.manual, feeRate: "0.002" };
    client.setQueryData(tradingKeys.settings(), { ...settings, manual });
    await comesToCost(4100);

    await pressReview();
    const again = await sheet();
    expect(again).toHaveTextContent("Fee (0.1%)0.10 USDT");
    expect(again).toHaveTextContent("Not filled above4,005.001");
    expect(within(again).getByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
    answers = [{ status: 201, body: { success: true, trade: filled, available: "400" } }];
    await send();
    expect(await screen.findByText("Bought XAUT")).toBeInTheDocument();
    expect(screen.getByText(/^This order was received on 20 Nov 2026, 10:00:00 UTC/)).toBeVisible();
    expect(orders()).toHaveLength(2);
    expect(orders()[1]).toEqual(orders()[0]);
    expect(sessionStorage).toHaveLength(0);

    await user.type(screen.getByLabelText("Amount to spend"), "100");
    await pressReview();
    expect(await sheet()).toHaveTextContent("Fee (0.2%)");
    await send();
    await waitFor(() => expect(orders()).toHaveLength(3));
    expect(orders()[2]?.key).not.toBe(orders()[0]?.key);
  },
);

it("is one trade, too, where the amount follows from what is wanted and the price has moved", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Amount in USDT. Change to XAUT" }));
  await user.type(screen.getByLabelText("Amount to receive"), "0.01");
  await pressReview();
  const send = () => user.click(screen.getByRole("button", { name: /^Buy with 40\.050051/ }));
  await sheet();
  await send();
  await screen.findByText(/^Network error/);
  await pressBack();
  await comesToCost(4100);
  await pressReview();
  expect(await sheet()).toHaveTextContent("40.050051 USDT");
  await send();
  await waitFor(() => expect(orders()).toHaveLength(2));
  expect(orders()[1]).toEqual(orders()[0]);
});

it.each([
  [
    "there is no bid and ask",
    () => client.setQueryData(marketKeys.price(), { ...priceAt(4000), bid: null, ask: null }),
  ],
  [
    "manual trading is switched off",
    () =>
      client.setQueryData(tradingKeys.settings(), {
        ...settings,
        manual: { ...settings.manual, enabled: false },
      }),
  ],
])(
  "keeps a trade of unknown outcome in the review when %s, and sends no new one",
  async (_, change) => {
    const user = show();
    await user.type(screen.getByLabelText("Amount to spend"), "100");
    await pressReview();
    const review = await sheet();
    const send = () => user.click(within(review).getByRole("button", { name: /^Buy with/ }));
    await send();
    await within(review).findByText(/^Network error/);
    change();
    await screen.findAllByText(/There is no price yet|switched off/);
    expect(within(review).getByText(/^Network error/)).toBeVisible();
    answers = [{ status: 409, body: { success: false, code: "PRICE_MOVED", message: "Moved" } }];
    await send();
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]).toEqual(orders()[0]);
    expect(await within(review).findByText(/There is no price yet|switched off/)).toBeVisible();
    await send();
    expect(orders()).toHaveLength(2);
  },
);

it("names the exact amount on the button", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount to spend"), "12.345678");
  await pressReview();
  expect(within(await sheet()).getByRole("button", { name: /^Buy/ })).toHaveTextContent(
    "12.345678 USDT",
  );
});

it("shows old and new when the price has moved, and asks again under another key", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  const review = await sheet();
  const message = "The price has moved";
  answers = [{ status: 409, body: { success: false, code: "PRICE_MOVED", message } }];
  await user.click(within(review).getByRole("button", { name: /^Buy with/ }));
  expect(await within(review).findByText(message)).toBeVisible();
  await comesToCost(4100);
  expect(await within(review).findByText(/from 4,001\.00 to 4,101\.00/)).toHaveTextContent(
    "You would receive 0.024359 XAUT instead of 0.024968 XAUT.",
  );
  await user.click(within(review).getByRole("button", { name: "Use the new price" }));
  expect(orders()).toHaveLength(1);
  await user.click(within(review).getByRole("button", { name: /^Buy with/ }));
  await waitFor(() => expect(orders()).toHaveLength(2));
  expect(orders()[1]?.body).toMatchObject({ limitPrice: "4105.101" });
  expect(orders()[1]?.key).not.toBe(orders()[0]?.key);
});

it("states the minimum, and in the review prices and the limit, with all their decimals", async () => {
  const user = show({ manual: { ...settings.manual, minAmount: "1.005000", spread: "0.000601" } });
  const field = screen.getByLabelText("Amount to spend");
  expect(field).toHaveAccessibleDescription(expect.stringMatching(/Min.1\.005.USDT/));
  await user.type(field, "100");
  expect(row("Buy price")).toHaveTextContent("4,001.20");
  expect(row("Spread, half of it in the price")).toHaveTextContent("0.0601%");
  await pressReview();
  const review = await sheet();
  expect(review).toHaveTextContent(
    /Buy price4,001\.202Live · \d s agoSpread, half of it in the price0\.0601%/,
  );
  expect(review).toHaveTextContent(
    "half the spread above the middle of bid and ask for a buy, half below it for a sale",
  );
  expect(review).toHaveTextContent("Not filled above (0.1% more)4,005.203202");
  client.setQueryData(marketKeys.price(), priceAt(4100));
  expect(await within(review).findByText(/from 4,001\.202 to 4,101\.23205\./)).toBeVisible();
});

it("takes a newer price every few seconds, and says so, as long as it is as good", async () => {
  const user = show();
  const startMs = Date.now() - 60_000;
  const at = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();
  const comesAt = (seconds: number, middle: number) =>
    act(() => client.setQueryData(marketKeys.price(), { ...priceAt(middle), at: at(seconds) }));
  await comesAt(0, 4000);
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  const review = await sheet();
  expect(review).toHaveTextContent("Buy price (ask)4,001.00Delayed");
  await comesAt(4, 4002);
  expect(review).toHaveTextContent("Buy price (ask)4,001.00Delayed");
  await comesAt(6, 4002);
  await waitFor(() =>
    expect(review).toHaveTextContent(/Buy price \(ask\)4,003\.00.*Updated, was 4,001\.00/),
  );
  expect(review).toHaveTextContent("Not filled above (0.1% more)4,007.003");
  await comesAt(12, 4100);
  await user.click(await within(review).findByRole("button", { name: "Use the new price" }));
  expect(review).toHaveTextContent(/Buy price \(ask\)4,101\.00/);
  expect(review).not.toHaveTextContent("Updated, was");
});

it("does not ask again for a price within a tenth of a percent", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  const review = await sheet();
  await comesToCost(4003);
  expect(review).not.toHaveTextContent("The price changed");
  expect(review).toHaveTextContent("0.024968 XAUT");
});

it("says why nothing can be traded on an old price, and sends nothing", async () => {
  const user = show({ stale: true });
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  expect(screen.getByRole("alert")).toHaveTextContent("The price is delayed");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("states the limits of an amount in XAUT in XAUT too", async () => {
  const user = show();
  await user.click(screen.getByRole("radio", { name: "Sell" }));
  expect(screen.getByLabelText("Amount to sell")).toHaveAccessibleDescription(
    expect.stringMatching(
      /Min.about.0\.000251.XAUT \(1\.00.USDT\).*Max.about.12\.503125.XAUT \(50,000\.00.USDT\)/,
    ),
  );
});

it("lets the price move as far as the user chooses, and remembers it", async () => {
  const user = show();
  const tolerance = () => screen.getByLabelText("The price may move by");
  expect(tolerance()).toHaveDisplayValue("0.1% (usual)");
  await user.selectOptions(tolerance(), "0.5%");
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  const review = await sheet();
  expect(review).toHaveTextContent("Not filled above (0.5% more)4,021.005");
  await comesToCost(4020);
  expect(review).not.toHaveTextContent("The price changed");
  answers = [{ status: 201, body: { success: true, trade: filled, available: "400" } }];
  await user.click(within(review).getByRole("button", { name: /^Buy with/ }));
  await waitFor(() => expect(orders()[0]?.body).toMatchObject({ limitPrice: "4021.005" }));
  cleanup();
  show();
  expect(tolerance()).toHaveDisplayValue("0.5%");
});

it("says before the press that the exchanges disagree, until they agree", async () => {
  show();
  const warning = () => screen.queryByText(/do not agree on the price. Trading is paused/);
  expect(warning()).not.toBeInTheDocument();
  act(() => {
    client.setQueryData(marketKeys.price(), { ...priceAt(4000), contested: true });
  });
  await waitFor(() => expect(warning()).toBeVisible());
  act(() => {
    client.setQueryData(marketKeys.price(), priceAt(4000));
  });
  await waitFor(() => expect(warning()).not.toBeInTheDocument());
});

it("says when manual trading is off", () => {
  show({ manual: { ...settings.manual, enabled: false } });
  expect(screen.getByText("Manual trading is switched off.")).toBeInTheDocument();
});

it("makes stored gold available beside a sale", async () => {
  const user = show();
  const { balances } = balance;
  client.setQueryData(accountKeys.balance(), {
    ...balance,
    balances: { ...balances, XAUT: { ...balances.XAUT, stored: "0.250000" } },
  });
  expect(screen.queryByText(/are in storage/)).not.toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: "Sell" }));
  expect(await screen.findByText(/are in storage/)).toHaveTextContent("0.250000 XAUT");
  answers = [{ status: 201, body: { success: true } }];
  await user.click(screen.getByRole("button", { name: "Make stored XAUT available" }));
  await waitFor(() => expect(orders()).toHaveLength(1));
  expect(orders()[0]).toMatchObject({ body: { amount: "0.250000", to: "XAUT" } });
});
