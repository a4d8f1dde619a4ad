import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import type { PriceResponse } from "@/lib/market/schema";
import { vaultKeys } from "@/lib/vault/client";
import type { VaultDirection } from "@/lib/vault/rules";
import { type Answer, answerFetches, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { signIn } from "@/tests/support/sign-in";
import { ConvertFlow } from "./convert-flow";

const balance = {
  balances: {
    USDT: { available: "500.000000", held: "0.000000", escrow: "0.000000" },
    XAUT: { available: "0.020000", held: "0.000000", stored: "0.050000" },
    savings: { USDT: "0.000000", XAUT: "0.000000" },
    ai: { USDT: "0.000000", XAUT: "0.000000" },
    totalUsdt: "700.000000",
  },
  price: "4000.00",
};
const storage = {
  stored: "0.050000",
  feeRate: "0.001",
  dailyLimit: "50000",
  cost: "210.000000",
  averageCost: "4200.00",
  price: "3999.50",
  simulated: false,
  value: "199.975000",
  pnl: "-10.025000",
  realisedPnl: "0.000000",
  history: [],
  nextCursor: null,
};
const priceOf = (bid: string, ask: string, seq: number): PriceResponse => ({
  price: bid,
  bid,
  ask,
  change24h: null,
  price24hAgo: null,
  high24h: null,
  low24h: null,
  volume24h: "0",
  source: "live",
  sources: ["test"],
  simulated: false,
  stale: false,
  contested: false,
  at: new Date().toISOString(),
  seq: String(seq),
});

let sent: Sent[];
const conversions = () => sent.filter(({ method }) => method === "POST");
let answers: Answer[] = [];
let served = priceOf("3999.5", "4000.5", 1);

afterEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

beforeEach(() => {
  answers = [];
  served = priceOf("3999.5", "4000.5", 1);
  sent = answerFetches(({ method, path }) => {
    if (method === "POST") return answers.shift();
    if (path.includes("/xaut/price")) return { body: served };
    return { body: path.includes("/auth/balance") ? balance : storage };
  });
});

function show(side: VaultDirection = "store", price = served) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(accountKeys.balance(), balance);
  client.setQueryData(vaultKeys.storage(), { pages: [storage], pageParams: [null] });
  client.setQueryData(marketKeys.price(), price);
  renderUi(
    <QueryClientProvider client={client}>
      <ConvertFlow side={side} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client };
}

const review = () => screen.getByRole("button", { name: "Review" });
const sheet = (name: string) => screen.findByRole("dialog", { name });
const refusal = (status: number, code: string, message: string) => ({
  status,
  body: { success: false, code, message },
});
const done = {
  status: 201,
  body: {
    success: true,
    conversion: {
      id: "c1",
      direction: "store",
      status: "filled",
      currency: "USDT",
      usdt: "100.000000",
      xaut: "0.024971",
      fee: "0.100000",
      price: "4000.50",
      tickId: "1",
      limitPrice: "4004.5005",
      voidReason: null,
      simulated: false,
      storedAfter: "0.074997",
      averageCostAfter: "4133.50",
      realisedPnl: null,
      createdAt: "2026-11-21T09:00:00.000Z",
    },
    stored: "0.074997",
    available: "400.000000",
    availableXaut: "0.020000",
  },
};

it("names what is wrong with an amount in the specification's words, and sends nothing", async () => {
  const { user } = show();
  await user.click(review());
  expect(screen.getByText("Enter an amount")).toBeInTheDocument();
  const field = screen.getByLabelText("Amount to store");
  for (const [text, message] of [
    ["10", "The amount must be greater than 10 USDT"],
    ["500.01", "Insufficient USDT balance"],
  ] as const) {
    await user.clear(field);
    await user.type(field, text);
    await user.click(review());
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
  }
  await user.click(screen.getByRole("radio", { name: "Retrieve" }));
  expect(screen.getByRole("radio", { name: "Retrieve" })).toHaveFocus();
  const xaut = screen.getByLabelText("Amount to retrieve");
  expect(xaut).toHaveValue("");
  await user.type(xaut, "0.050001");
  await user.click(review());
  expect(screen.getByText("Insufficient XAUT balance")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(conversions()).toEqual([]);
});

it("says what comes of it while typing, and Max takes all there is", async () => {
  const { user } = show("retrieve");
  await user.click(screen.getByRole("button", { name: "Max" }));
  expect(screen.getByLabelText("Amount to retrieve")).toHaveValue("0.050000");
  expect(screen.getByText("199.77 USDT")).toBeInTheDocument();
});

it("reviews a sale with its cost and result", async () => {
  const { user } = show("retrieve");
  await user.type(screen.getByLabelText("Amount to retrieve"), "0.025");
  await user.click(review());
  const dialog = within(await sheet("Review retrieving"));
  // What is received, less what it cost, is the result as it is shown.
  expect(dialog.getByText("99.887512 USDT")).toBeInTheDocument();
  expect(dialog.getByText("105.00 USDT")).toBeInTheDocument();
  expect(dialog.getByText("−5.112488 USDT")).toBeInTheDocument();
});

it("stores at no worse price than agreed, and shows what it came to", async () => {
  const { user } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  expect(dialog.getByText("4,004.5005 USDT")).toBeInTheDocument();
  answers = [done];
  await user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  expect(await screen.findByRole("heading", { name: "XAUT stored" })).toHaveFocus();
  expect(conversions()).toMatchObject([
    {
      path: "/api/storage/store",
      body: { amount: "100", limitPrice: "4004.5005", from: "USDT", feeRate: "0.001" },
    },
  ]);
  expect(screen.queryByText("Simulated")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Convert again" }));
  expect(screen.getByLabelText("Amount to store")).toHaveValue("");
});

it("moves available XAUT into storage, without a price, a fee or a minimum", async () => {
  const { user } = show("store", { ...served, stale: true });
  await user.click(screen.getByRole("radio", { name: "Available XAUT" }));
  await user.type(screen.getByLabelText("Amount to store"), "0.02");
  await user.click(review());
  const dialog = within(await sheet("Review moving into storage"));
  const moved = { currency: "XAUT", usdt: null, price: null, tickId: null, xaut: "0.020000" };
  const conversion = { ...done.body.conversion, ...moved, fee: "0.000000", limitPrice: null };
  answers = [{ status: 201, body: { ...done.body, conversion } }];
  await user.click(dialog.getByRole("button", { name: /^Move 0\.02/ }));
  expect(await screen.findByRole("heading", { name: "XAUT moved" })).toHaveFocus();
  expect(conversions()).toMatchObject([
    { path: "/api/storage/store", body: { amount: "0.02", from: "XAUT" } },
  ]);
});

it("says that it waits for its price, and then what came of it", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const { conversion } = done.body;
  const unfilled = { xaut: null, price: null, tickId: null, storedAfter: null };
  const pending = { ...conversion, ...unfilled, status: "pending" };
  answers = [{ status: 202, body: { ...done.body, conversion: pending } }];
  await user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  await screen.findByRole("heading", { name: "Filling at the next price…" });
  const ended = { ...pending, status: "void", voidReason: "NO_PRICE" };
  client.setQueryData(vaultKeys.storage(), {
    pages: [{ ...storage, history: [ended] }],
    pageParams: [null],
  });
  await screen.findByRole("heading", { name: "Not filled" });
  expect(screen.getByText(/no price within 10 seconds\. Everything is back/)).toBeVisible();
});

it("marks a result that was made at a simulated price", async () => {
  const { user } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const conversion = { ...done.body.conversion, simulated: true };
  answers = [{ status: 201, body: { ...done.body, conversion } }];
  await user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  await screen.findByRole("heading", { name: "XAUT stored" });
  expect(screen.getByText("Simulated")).toBeInTheDocument();
});

it("shows the old and the new price and asks again when the price moved away", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const confirm = () => user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));

  // Within the limit nothing is asked; beyond it nothing is sent.
  client.setQueryData(marketKeys.price(), priceOf("4009", "4010.004", 2));
  await waitFor(() => expect(screen.getAllByText("4,010.00 USDT").length).toBeGreaterThan(0));
  await confirm();
  expect(dialog.getByText(/price changed from 4,000\.50 to 4,010\.004/)).toBeInTheDocument();
  expect(dialog.getByText("4,010.004 USDT")).toBeInTheDocument();
  expect(conversions()).toEqual([]);

  // The server may see it first.
  answers = [refusal(409, "PRICE_MOVED", "The price has moved."), done];
  served = priceOf("4019", "4020", 3);
  await confirm();
  expect(await dialog.findByText(/price changed from 4,010\.004 to 4,020\.00/)).toBeInTheDocument();
  await confirm();
  await screen.findByRole("heading", { name: "XAUT stored" });
  expect(conversions().map(({ body }) => body)).toEqual([
    { amount: "100", limitPrice: "4014.014004", from: "USDT", feeRate: "0.001" },
    { amount: "100", limitPrice: "4024.02", from: "USDT", feeRate: "0.001" },
  ]);
  expect(conversions()[0]?.key).not.toBe(conversions()[1]?.key);
});

it("takes a new key after a refusal, and the same one while the outcome is unknown", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const confirm = () => user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  answers = [refusal(422, "INSUFFICIENT_USDT_BALANCE", "Insufficient USDT balance")];
  await confirm();
  expect(await dialog.findByText("Insufficient USDT balance")).toBeInTheDocument();
  await confirm();
  expect(
    await dialog.findByText("Network error. Please check your connection."),
  ).toBeInTheDocument();
  // Another price, however old, changes nothing of what may have been done.
  client.setQueryData(marketKeys.price(), { ...priceOf("4009", "4010", 2), stale: true });
  await screen.findAllByText(/Conversions are paused/);
  expect(dialog.getByText(/^Network error/)).toBeInTheDocument();
  answers = [done];
  await confirm();
  await screen.findByRole("heading", { name: "XAUT stored" });
  const [refused, unknown, repeated] = conversions();
  expect(refused?.key).not.toBe(unknown?.key);
  expect(unknown).toEqual(repeated);
});

const CAN_REPEAT = "It may have gone through. Pressing again can't do it twice.";

it.each([
  ["store", "Amount to store", "100", "Review storing", /^Store 100\.00/],
  ["retrieve", "Amount to retrieve", "0.025", "Review retrieving", /^Retrieve 0\.025/],
] as const)(
  "is one conversion when to %s is reviewed again after a lost answer",
  async (side, label, amount, title, verb) => {
    const { user, client } = show(side);
    await user.type(screen.getByLabelText(label), amount);
    await user.click(review());
    const confirm = () => user.click(screen.getByRole("button", { name: verb }));
    const first = within(await sheet(title));
    await confirm();
    expect(await first.findByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
    await user.click(first.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    // Far from what was agreed to: a new conversion would have to be agreed to again.
    client.setQueryData(marketKeys.price(), priceOf("3899", "4100", 2));
    await screen.findAllByText(/3,899|4,100/);

    await user.click(review());
    const again = await sheet(title);
    expect(within(again).getByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
    expect(again).not.toHaveTextContent(/3,899|4,100/);
    answers = [done];
    await confirm();
    await screen.findByRole("heading", { name: "XAUT stored" });
    expect(conversions()).toHaveLength(2);
    expect(conversions()[1]).toEqual(conversions()[0]);
  },
);

it("is one conversion, too, when it took the money, its answer was lost and the price is stale by then", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "300");
  await user.click(review());
  const confirm = () => user.click(screen.getByRole("button", { name: /^Store 300\.00/ }));
  const first = await sheet("Review storing");
  await confirm();
  await within(first).findByText(/^Network error/);
  await user.click(within(first).getByRole("button", { name: "Back" }));
  const USDT = { ...balance.balances.USDT, available: "200.000000" };
  client.setQueryData(accountKeys.balance(), { balances: { ...balance.balances, USDT } });
  client.setQueryData(marketKeys.price(), { ...served, bid: null, ask: null, stale: true });
  await screen.findByText(/There is no price yet/);

  await user.click(review());
  const again = await sheet("Review storing");
  expect(within(again).getByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
  expect(screen.queryByText("Insufficient USDT balance")).not.toBeInTheDocument();
  answers = [done];
  await confirm();
  await screen.findByRole("heading", { name: "XAUT stored" });
  expect(conversions()).toEqual([conversions()[0], conversions()[0]]);
});

it("is one conversion when the page is left after a lost answer, at the price that was sent", async () => {
  signIn();
  const { user } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const confirm = () => userEvent.click(screen.getByRole("button", { name: /^Store 100\.00/ }));
  await sheet("Review storing");
  await confirm();
  await screen.findByText(/^Network error/);
  cleanup();

  show("store", priceOf("3899", "4100", 2));
  expect(screen.getByLabelText("Amount to store")).toHaveValue("100");
  await userEvent.click(review());
  const again = await sheet("Review storing");
  expect(within(again).getByText(/^Network error/)).toHaveTextContent(CAN_REPEAT);
  expect(again).not.toHaveTextContent("4,100");
  answers = [done];
  await confirm();
  await screen.findByRole("heading", { name: "XAUT stored" });
  expect(screen.getByText(/^This order was received on 21 Nov 2026, 09:00:00 UTC/)).toBeVisible();
  expect(conversions()).toEqual([conversions()[0], conversions()[0]]);
  expect(sessionStorage).toHaveLength(0);
});

it("keeps a conversion of unknown outcome in the review without bid and ask, and sends no new one", async () => {
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  const dialog = within(await sheet("Review storing"));
  const confirm = () => user.click(dialog.getByRole("button", { name: /^Store 100\.00/ }));
  await confirm();
  await dialog.findByText(/^Network error/);
  client.setQueryData(marketKeys.price(), { ...served, bid: null, ask: null });
  await screen.findByText(/There is no price yet/);
  expect(dialog.getByText(/^Network error/)).toBeVisible();
  answers = [refusal(422, "INSUFFICIENT_USDT_BALANCE", "Insufficient USDT balance")];
  await confirm();
  expect(await dialog.findByText(/There is no price yet/)).toBeVisible();
  await confirm();
  expect(conversions()).toHaveLength(2);
  expect(conversions()[1]).toEqual(conversions()[0]);
});

it("converts within the tolerance that was chosen, which a mere move has no use for", async () => {
  const { user } = show("retrieve");
  await user.selectOptions(screen.getByLabelText("The price may move by"), "0.05%");
  await user.type(screen.getByLabelText("Amount to retrieve"), "0.025");
  await user.click(review());
  const dialog = await sheet("Review retrieving");
  expect(dialog).toHaveTextContent("Not filled below (0.05% less)3,997.50025 USDT");
  answers = [done];
  await user.click(within(dialog).getByRole("button", { name: /^Retrieve 0\.025/ }));
  await waitFor(() => expect(conversions()[0]?.body).toMatchObject({ limitPrice: "3997.50025" }));
  cleanup();
  const again = show("store").user;
  await again.click(screen.getByRole("radio", { name: "Available XAUT" }));
  expect(screen.queryByLabelText("The price may move by")).not.toBeInTheDocument();
});

it("says before the press that the exchanges disagree, and moves gold without a price all the same", async () => {
  const { user, client } = show("store", served);
  const warning = () => screen.queryByText(/The exchanges do not agree on the price/);
  expect(warning()).not.toBeInTheDocument();
  act(() => {
    client.setQueryData(marketKeys.price(), { ...served, contested: true });
  });
  expect(await screen.findByText(/Conversions are paused until they do/)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Available XAUT" }));
  expect(warning()).not.toBeInTheDocument();
});

it("converts nothing at a price that is stale", async () => {
  served = { ...served, stale: true };
  const { user } = show("store", served);
  await user.type(screen.getByLabelText("Amount to store"), "100");
  await user.click(review());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getAllByText(/Conversions are paused/).length).toBeGreaterThan(1);
});
