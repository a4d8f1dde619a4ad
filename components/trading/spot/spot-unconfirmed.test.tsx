import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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
  settings,
  sheet,
  show,
} from "@/tests/support/screens/spot-ticket";
import { signIn } from "@/tests/support/sign-in";

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
  client().setQueryData(tradingKeys.settings(), { ...settings, manual });
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
    client().setQueryData(tradingKeys.settings(), { ...settings, manual });
    await comesToCost(4100);

    await pressReview();
    const again = await sheet();
    expect(again).toHaveTextContent("Fee (0.1%)0.10 USDT");
    expect(again).toHaveTextContent("Not filled above4,005.001");
    expect(within(again).getByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
    answerWith({ status: 201, body: { success: true, trade: filled, available: "400" } });
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
    () => client().setQueryData(marketKeys.price(), { ...priceAt(4000), bid: null, ask: null }),
  ],
  [
    "manual trading is switched off",
    () =>
      client().setQueryData(tradingKeys.settings(), {
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
    answerWith({ status: 409, body: { success: false, code: "PRICE_MOVED", message: "Moved" } });
    await send();
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]).toEqual(orders()[0]);
    expect(await within(review).findByText(/There is no price yet|switched off/)).toBeVisible();
    await send();
    expect(orders()).toHaveLength(2);
  },
);

it.each([
  ["given", "Amount to spend", "40"],
  ["wanted", "Amount to receive", "0.01"],
])(
  "reaches an unconfirmed trade, its amount %s, although it took the money and there is no price",
  async (of, label, amount) => {
    const user = show();
    if (of === "wanted") {
      await user.click(screen.getByRole("button", { name: "Amount in USDT. Change to XAUT" }));
    }
    await user.type(screen.getByLabelText(label), amount);
    const review = async () => {
      await pressReview();
      return sheet();
    };
    const confirm = () => user.click(screen.getByRole("button", { name: /^Buy with 40\./ }));
    const first = await review();
    await confirm();
    await within(first).findByText(/^Network error/);
    await user.click(within(first).getByRole("button", { name: "Back" }));
    const manual = { ...settings.manual, spread: "0.02" };
    client().setQueryData(tradingKeys.settings(), { ...settings, manual });
    client().setQueryData(accountKeys.balance(), {
      ...balance,
      balances: { ...balance.balances, USDT: { available: "10.000000", held: "0", escrow: "0" } },
    });
    client().setQueryData(marketKeys.price(), { ...priceAt(4000), bid: null, ask: null });
    await screen.findByText(/There is no price yet/);
    const again = await review();
    expect(again).toHaveTextContent("Pressing again can't do it twice.");
    expect(again).toHaveTextContent("Buy price (ask)4,001.00");
    expect(again).not.toHaveTextContent("Spread, half of it");
    expect(screen.queryByText("Insufficient balance")).not.toBeInTheDocument();
    await confirm();
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]).toEqual(orders()[0]);
  },
);
