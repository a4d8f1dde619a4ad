import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys } from "@/lib/trading/client";
import {
  answerWith,
  balance,
  client,
  comesToCost,
  filled,
  orders,
  pressReview,
  priceAt,
  row,
  settings,
  sheet,
  show,
} from "@/tests/support/screens/spot-ticket";
import { signIn } from "@/tests/support/sign-in";

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

it("fills in a part of what is available, in what one gives", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Amount in USDT. Change to XAUT" }));
  await user.click(screen.getByRole("button", { name: "25% of what is available" }));
  expect(screen.getByLabelText("Amount to spend")).toHaveValue("125.000000");
  await user.click(screen.getByRole("radio", { name: "Sell" }));
  await user.click(screen.getByRole("button", { name: "100% of what is available" }));
  expect(screen.getByLabelText("Amount to sell")).toHaveValue("0.500000");
});

it("takes the amount in what one gets, too", async () => {
  const user = show();
  await user.click(screen.getByRole("button", { name: "Amount in USDT. Change to XAUT" }));
  await user.type(screen.getByLabelText("Amount to receive"), "0.01");
  // (0.01 x 4001) / 0.999, rounded up.
  expect(row("You spend")).toHaveTextContent("40.050051 USDT");
  expect(row("You receive about")).toHaveTextContent("0.010000 XAUT");
  await pressReview();
  answerWith({ status: 201, body: { success: true, trade: filled, available: "400" } });
  await user.click(within(await sheet()).getByRole("button", { name: /^Buy with 40\.05/ }));
  await waitFor(() => expect(orders()).toHaveLength(1));
  expect(orders()[0]?.body).toMatchObject({ side: "buy", amount: "40.050051" });
});

it("says how an order ended that still waited for its price when it was answered", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount to spend"), "100");
  await pressReview();
  const pending = { ...filled, status: "pending" as const, entryPrice: null, received: null };
  answerWith({ status: 202, body: { success: true, trade: pending, available: "400" } });
  await user.click(within(await sheet()).getByRole("button", { name: /^Buy with/ }));
  expect(await screen.findByText("Filling at the next price…")).toBeInTheDocument();

  const ended = { ...pending, status: "void" as const, voidReason: "NO_PRICE" as const };
  client().setQueryData(tradingKeys.recent("manual"), { trades: [ended], nextCursor: null });
  expect(await screen.findByText("Not filled")).toBeInTheDocument();
  expect(screen.getByText(/^There was no price within 10 seconds/)).toBeInTheDocument();
  client().setQueryData(tradingKeys.recent("manual"), { trades: [filled], nextCursor: null });
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
  answerWith({ status: 201, body: { success: true, trade: filled, available: "400" } });
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
  answerWith({ status: 409, body: { success: false, code: "PRICE_MOVED", message } });
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
  client().setQueryData(marketKeys.price(), priceAt(4100));
  expect(await within(review).findByText(/from 4,001\.202 to 4,101\.23205\./)).toBeVisible();
});

it("takes a newer price every few seconds, and says so, as long as it is as good", async () => {
  const user = show();
  const startMs = Date.now() - 20_000;
  const at = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();
  const comesAt = (seconds: number, middle: number) =>
    act(() => client().setQueryData(marketKeys.price(), { ...priceAt(middle), at: at(seconds) }));
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
  answerWith({ status: 201, body: { success: true, trade: filled, available: "400" } });
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
    client().setQueryData(marketKeys.price(), { ...priceAt(4000), contested: true });
  });
  await waitFor(() => expect(warning()).toBeVisible());
  act(() => {
    client().setQueryData(marketKeys.price(), priceAt(4000));
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
  client().setQueryData(accountKeys.balance(), {
    ...balance,
    balances: { ...balances, XAUT: { ...balances.XAUT, stored: "0.250000" } },
  });
  expect(screen.queryByText(/are in storage/)).not.toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: "Sell" }));
  expect(await screen.findByText(/are in storage/)).toHaveTextContent("0.250000 XAUT");
  answerWith({ status: 201, body: { success: true } });
  await user.click(screen.getByRole("button", { name: "Make stored XAUT available" }));
  await waitFor(() => expect(orders()).toHaveLength(1));
  expect(orders()[0]).toMatchObject({ body: { amount: "0.250000", to: "XAUT" } });
});
