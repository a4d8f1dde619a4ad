import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useLivePrice } from "@/components/market/use-live-price";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys, useRecentTrades } from "@/lib/trading/client";
import type { TradeDto, TradeSettings } from "@/lib/trading/schema";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { signIn } from "@/tests/support/sign-in";
import { livePrice, openOption } from "@/tests/support/trading";
import { NewOption } from "./new-option";
import { OpenOptions } from "./open-options";

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
const price = livePrice();
const option = (id: string, direction: "up" | "down") =>
  openOption({
    id,
    direction,
    entryPrice: null,
    entryAt: null,
    expiresAt: null,
    entryTickId: null,
  });

let scrolled: Element[];
let sent: Sent[];
const orders = () => sent.filter(({ method }) => method === "POST");
/** To the orders, oldest first; undefined loses the answer. */
let answers: (Answer | undefined | ReturnType<typeof held>["answer"])[];
/** What is offered when it is asked for again. */
let offered: TradeSettings;
const opened = { status: 201, body: { trade: option("new", "up"), available: "450" } };

beforeEach(() => {
  sessionStorage.clear();
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

afterEach(() => jest.useRealTimers());

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

function show() {
  signIn();
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(accountKeys.balance(), balance);
  client.setQueryData(tradingKeys.settings(), offered);
  client.setQueryData(marketKeys.price(), { ...price, at: new Date().toISOString() });
  client.setQueryData(tradingKeys.recent("option"), {
    trades: [option("old", "down")],
    nextCursor: null,
  });
  renderUi(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  // Without pauses, which would need a clock that runs.
  const user = userEvent.setup({ delay: null });
  const open = async () => {
    await user.click(screen.getByRole("button", { name: "Up" }));
    return screen.findByRole("dialog", { name: "Review option" });
  };
  const confirm = () => user.click(screen.getByRole("button", { name: /^Up with/ }));
  return { confirm, open, user, client };
}

/** The page with an option for 30 s about to be confirmed. */
async function showReview(amount = "50") {
  const page = show();
  await page.user.click(screen.getByRole("radio", { name: "30 s" }));
  await page.user.type(screen.getByLabelText("Amount"), amount);
  return { ...page, review: await page.open() };
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

const CAN_REPEAT = "It may have gone through. Pressing again can't do it twice.";
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

it.each(["Back", "Escape"])(
  "is one option when it is reviewed again after a lost answer and %s",
  async (way) => {
    const { review, confirm, open, user } = await showReview();
    answers = [undefined, opened, opened];
    offered = {
      ...settings,
      option: { ...settings.option, durations: [{ seconds: 30, payoutRate: "0.82" }] },
    };
    await confirm();
    expect(await within(review).findByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
    if (way === "Escape") await user.keyboard("{Escape}");
    else await user.click(within(review).getByRole("button", { name: "Back" }));
    await isClosed();
    await screen.findByText(/At a payout of 82%/);

    const again = await open();
    expect(again).toHaveTextContent("At a payout of 80%");
    expect(again).not.toHaveTextContent("The payout changed");
    expect(within(again).getByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
    await confirm();
    await isClosed();
    expect(orders()).toEqual([orders()[0], orders()[0]]);

    // Its outcome is known now: the same once more is another order.
    await user.type(screen.getByLabelText("Amount"), "50");
    await open();
    await confirm();
    await waitFor(() => expect(orders()).toHaveLength(3));
    expect(orders()[2]?.key).not.toBe(orders()[0]?.key);
    expect(orders()[2]?.body).toMatchObject({ payoutRate: "0.82" });
  },
);

it.each([
  ["its answer was lost", undefined, /^Network error/],
  ["it was on its way", held().answer, /^The page was left before an answer came/],
])("is one option when the page is left after %s, and shown again", async (_, answer, why) => {
  const { review, confirm } = await showReview();
  answers = [answer, opened, opened];
  await confirm();
  if (!answer) await within(review).findByText(why);
  cleanup();

  const durations = [{ seconds: 30, payoutRate: "0.82" }, ...settings.option.durations.slice(1)];
  offered = { ...settings, option: { ...settings.option, durations } };
  const page = show();
  expect(screen.getByLabelText("Amount")).toHaveValue("50");
  expect(screen.getByRole("radio", { name: "30 s" })).toBeChecked();
  const again = await page.open();
  expect(again).toHaveTextContent("At a payout of 80%");
  expect(within(again).getByText(why)).toHaveTextContent(CAN_REPEAT);
  await page.confirm();
  await isClosed();
  expect(orders()).toEqual([orders()[0], orders()[0]]);
  cleanup();

  // Its outcome is known now: the same once more is another order.
  const last = show();
  await last.user.click(screen.getByRole("radio", { name: "30 s" }));
  await last.user.type(screen.getByLabelText("Amount"), "50");
  expect(await last.open()).not.toHaveTextContent(CAN_REPEAT);
  await last.confirm();
  await waitFor(() => expect(orders()).toHaveLength(3));
  expect(orders()[2]?.key).not.toBe(orders()[0]?.key);
});

it("keeps a lost answer in mind while another amount is looked at, which is another order", async () => {
  const { review, confirm, open, user } = await showReview();
  answers = [undefined];
  await confirm();
  await within(review).findByText(/^Network error/);
  const back = async () => {
    await user.click(screen.getByRole("button", { name: "Back" }));
    await isClosed();
  };
  await back();
  const amount = screen.getByLabelText("Amount");
  await user.type(amount, "{Backspace}");
  expect(await open()).not.toHaveTextContent("Network error");
  await back();
  await user.type(amount, "0");
  expect(await open()).toHaveTextContent("Network error");
  await back();
  await user.type(amount, "{Backspace}");
  await open();
  await confirm();
  await waitFor(() => expect(orders()).toHaveLength(2));
  expect(orders()[1]?.body).toMatchObject({ amount: "5" });
  expect(orders()[1]?.key).not.toBe(orders()[0]?.key);
});

it("shows and repeats an option of unknown outcome also when options are switched off", async () => {
  const { review, confirm } = await showReview();
  answers = [undefined, opened];
  offered = { ...settings, option: { ...settings.option, enabled: false, durations: [] } };
  await confirm();
  expect(await screen.findByText("Options are switched off.")).toBeInTheDocument();
  expect(within(review).getByText(/^Network error/)).toBeVisible();
  expect(review).toHaveTextContent("At a payout of 80%");
  await confirm();
  await isClosed();
  expect(orders()).toEqual([orders()[0], orders()[0]]);
});

it("sends no option that was not sent before when options are switched off", async () => {
  const { review, confirm, client } = await showReview();
  const option = { ...settings.option, enabled: false, durations: [] };
  client.setQueryData(tradingKeys.settings(), { ...settings, option });
  expect(await within(review).findByText("Options are switched off.")).toBeVisible();
  await confirm();
  expect(orders()).toEqual([]);
});

it("says that nothing is unconfirmed after a decision of the server, and how long a limit lasts", async () => {
  const { review, confirm } = await showReview();
  const message = "Too few price sources. Trading is paused.";
  answers = [
    { status: 503, body: { code: "MARKET_THIN", message } },
    {
      status: 429,
      body: { code: "RATE_LIMITED", message: "Rate limit exceeded" },
      headers: { "retry-after": "37" },
    },
  ];
  await confirm();
  const alert = () => within(review).getByRole("alert");
  await waitFor(() => expect(alert()).toHaveTextContent(message));
  expect(alert()).not.toHaveTextContent(CAN_REPEAT);
  await confirm();
  await waitFor(() => expect(alert()).toHaveTextContent("Rate limit exceeded. Try again in 37 s."));
  expect(orders()[1]?.key).not.toBe(orders()[0]?.key);
});

it("says exactly what can be won and lost, in two equal lines", async () => {
  const { review } = await showReview("2.345678");
  const row = (label: string) => within(review).getByText(label).parentElement;
  expect(row("If right, you receive")).toHaveTextContent("4.22222 USDT (+1.876542)");
  expect(row("If wrong, you lose")).toHaveTextContent("2.345678 USDT (all of it)");
  expect(row("If right, you receive")?.className).toBe(row("If wrong, you lose")?.className);
  expect(screen.getByRole("button", { name: /^Up with/ })).toHaveTextContent("Up with 2.345678");
});

it("says an end that moves on while nothing was sent, and the sent one's from then on", async () => {
  jest.useFakeTimers({ now: Date.UTC(2026, 10, 20, 10) });
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const { review, confirm } = await showReview();
  const endMs = () => {
    const [, time] = /about (\S+)\sUTC/.exec(review.textContent ?? "") ?? [];
    return Date.parse(`2026-11-20T${time}Z`);
  };
  const first = endMs();
  await pass(10_000);
  expect(endMs() - first).toBeGreaterThanOrEqual(9_000);
  answers = [undefined];
  await confirm();
  await within(review).findByText(/^Network error/);
  const sentEnd = endMs();
  await pass(20_000);
  expect(endMs()).toBe(sentEnd);
});

it("says how old the price in the review is", async () => {
  const { review, client } = await showReview();
  const row = within(review).getByText("Price now").parentElement;
  expect(row).toHaveTextContent(/^Price now4,000\.00Live · \d s ago$/);
  client.setQueryData(marketKeys.price(), { ...price, at: "2026-11-20T10:00:00.000Z" });
  await waitFor(() =>
    expect(row).toHaveTextContent("Price now4,000.00Delayed · last 10:00:00 UTC"),
  );
});
