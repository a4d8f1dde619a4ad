import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useLivePrice } from "@/components/market/use-live-price";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys, useRecentTrades } from "@/lib/trading/client";
import type { TradeDto, TradeSettings } from "@/lib/trading/schema";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
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
let sent: Sent[];
const orders = () => sent.filter(({ method }) => method === "POST");
/** To the orders, oldest first; undefined loses the answer. */
let answers: (Answer | undefined)[];
/** What is offered when it is asked for again. */
let offered: TradeSettings;
const opened = { status: 201, body: { trade: option("new", "up"), available: "450" } };

beforeEach(() => {
  answers = [opened];
  offered = settings;
  scrolled = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this);
  };
  sent = answerFetches(({ method, path }) => {
    if (method === "POST") return answers.shift();
    return path.endsWith("/trade-settings") ? { body: { settings: offered } } : held().answer;
  });
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

/** The page with an option for 30 s about to be confirmed. */
async function showReview() {
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
  const confirm = () => user.click(within(review).getByRole("button", { name: /^Up with/ }));
  return { review, confirm };
}

it("shows and focuses the card of an accepted option, and leaves no amount in the ticket", async () => {
  const { confirm } = await showReview();
  await confirm();

  const card = await screen.findByRole("region", { name: /^Open option.*Up/i });
  const item = card.closest("li");
  await waitFor(() => expect(item).toHaveFocus());
  expect(item).toHaveTextContent("Up · 50.00 USDT");
  expect(scrolled).toEqual([item]);
  expect(screen.getByLabelText("Amount")).toHaveValue("");
  expect(screen.getByRole("radio", { name: "30 s" })).toBeChecked();
});

it.each([
  ["has another rate", [{ seconds: 30, payoutRate: "0.82" }], "82%"],
  ["is no longer offered", [{ seconds: 60, payoutRate: "0.85" }], "85%"],
])(
  "repeats an option of unknown outcome as it was when its duration %s",
  async (_, durations, now) => {
    const { review, confirm } = await showReview();
    answers = [undefined, opened];
    offered = { ...settings, option: { ...settings.option, durations } };
    await confirm();
    expect(await within(review).findByText(/^Network error/)).toBeVisible();
    // The ticket behind it has the new terms.
    await screen.findByText(new RegExp(`At a payout of ${now}`));
    expect(review).toHaveTextContent("At a payout of 80%");
    expect(review).toHaveTextContent("90.00 USDT (+40.00)");
    expect(review).not.toHaveTextContent("The payout changed");
    expect(within(review).getByText(/^Network error/)).toBeVisible();

    await confirm();
    await waitFor(() => expect(review).not.toBeInTheDocument());
    expect(orders()[0]?.body).toMatchObject({ amount: "50", duration: 30, payoutRate: "0.80" });
    expect(orders()).toEqual([orders()[0], orders()[0]]);
  },
);

it("asks again at the new rate, as another order, once the first is known to be refused", async () => {
  const { review, confirm } = await showReview();
  const message = "The terms have changed";
  answers = [undefined, { status: 409, body: { code: "TRADE_TERMS_CHANGED", message } }, opened];
  offered = {
    ...settings,
    option: { ...settings.option, durations: [{ seconds: 30, payoutRate: "0.82" }] },
  };
  await confirm();
  await within(review).findByText(/^Network error/);
  await confirm();
  expect(await within(review).findByText(/from 80% to 82%/)).toBeVisible();
  await confirm();
  expect(orders()).toHaveLength(2);
  await confirm();
  await waitFor(() => expect(orders()).toHaveLength(3));
  expect(orders()[2]?.body).toMatchObject({ payoutRate: "0.82" });
  expect(orders()[2]?.key).not.toBe(orders()[0]?.key);
});

it("says that an option may exist when its key is refused, looks for it, and opens no second one", async () => {
  const { review, confirm } = await showReview();
  const conflict = {
    status: 409,
    body: { code: "IDEMPOTENCY_CONFLICT", message: "for programmers" },
  };
  answers = [conflict, conflict];
  const lookedUp = () => sent.filter(({ path }) => path.includes("/trades/user")).length;
  const before = lookedUp();
  await confirm();
  expect(await within(review).findByText(/^This may have been done already/)).toBeVisible();
  await waitFor(() => expect(lookedUp()).toBeGreaterThan(before));
  await confirm();
  await waitFor(() => expect(orders()).toHaveLength(2));
  expect(orders()[1]).toEqual(orders()[0]);
});
