import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLivePrice } from "@/components/market/use-live-price";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import type { OrderDto } from "@/lib/orders/schema";
import { tradingKeys } from "@/lib/trading/client";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { balance, priceAt, row, settings } from "@/tests/support/screens/spot-ticket";
import type { AskedSide } from "../spot/new-spot";
import { NewTrade } from "./new-trade";
import { isMet, readPrice } from "./order-quote";
import { OwnOrders } from "./own-orders";

const order: OrderDto = {
  id: "0194",
  number: "7",
  side: "buy",
  type: "limit",
  amount: "100.000000",
  currency: "USDT",
  price: "3900.00",
  feeRate: "0.001",
  status: "open",
  closeReason: null,
  filledPrice: null,
  received: null,
  fee: null,
  tradeId: null,
  createdAt: "2026-11-20T10:00:00.000Z",
  expiresAt: null,
  closedAt: null,
};
const closed = { status: "cancelled", closedAt: "2026-11-20T11:00:00.000Z" } as const;

let sent: Sent[];
let answers: (Answer | null)[];
let listed: OrderDto[];
const onReceipt = jest.fn();
beforeEach(() => {
  answers = [];
  listed = [];
  sent = answerFetches(({ method, path }) => {
    if (method !== "GET") return answers.shift();
    if (path.includes("/auth/balance")) return { body: balance };
    if (!path.includes("/orders")) return held().answer;
    const orders = listed.filter(
      ({ status }) => !path.includes("status=open") || status === "open",
    );
    return { body: { orders, nextCursor: null } };
  });
});
afterEach(() => sessionStorage.clear());
const writes = () => sent.filter(({ method }) => method !== "GET");

function Screen({ asked = null }: { asked?: AskedSide | null }) {
  const live = useLivePrice();
  return (
    <>
      <NewTrade live={live} asked={asked} onReceipt={() => undefined} />
      <OwnOrders live={live} onReceipt={onReceipt} />
    </>
  );
}

async function show(kind?: "Limit" | "Stop", asked: AskedSide | null = null) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(accountKeys.balance(), balance);
  client.setQueryData(tradingKeys.settings(), settings);
  client.setQueryData(marketKeys.price(), priceAt(4000));
  renderUi(
    <QueryClientProvider client={client}>
      <Screen asked={asked} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  if (kind) {
    await user.click(screen.getByRole("radio", { name: kind }));
    await screen.findByRole("heading", { name: `${kind} order` });
  }
  return user;
}

const review = async () => {
  await userEvent.click(screen.getByRole("button", { name: "Review" }));
  return screen.findByRole("dialog", { name: "Review order" });
};

it("says what is set aside, the fee, when it fills and what happens at its end, and sends it once", async () => {
  const user = await show("Limit");
  await user.type(screen.getByLabelText("Limit price"), "3900");
  await user.click(screen.getByRole("button", { name: "25% of what is available" }));
  expect(screen.getByLabelText("Amount to spend")).toHaveValue("125.000000");
  await user.selectOptions(screen.getByLabelText("Open for"), "7 days");
  const sheet = await review();
  expect(sheet).toHaveTextContent("Set aside now125.00 USDT");
  expect(sheet).toHaveTextContent("Fee (0.1%)0.125 USDT");
  // (125 - 0.125) / 3900
  expect(sheet).toHaveTextContent("You receive at least0.032019 XAUT");
  expect(sheet).toHaveTextContent(
    "At the first recorded buy price that is at your price or lower.",
  );
  expect(sheet).toHaveTextContent(
    "At its end the order expires, and 125.00 USDT are available again.",
  );
  const send = within(sheet).getByRole("button", { name: /^Place order for 125\.00/ });
  answers.push(null);
  await user.click(send);
  await within(sheet).findByText(/^Network error/);
  answers.push({ status: 201, body: { order } });
  await user.click(send);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  const [first, again] = writes();
  expect(again).toEqual(first);
  expect(first).toMatchObject({
    path: expect.stringContaining("/orders"),
    body: { side: "buy", type: "limit", amount: "125.000000", price: "3900", feeRate: "0.001" },
  });
  const { expiresAt } = first!.body as { expiresAt: string };
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  expect(screen.getByLabelText("Amount to spend")).toHaveValue("");
});

it.each([
  ["sell", "Sell", "Buy"],
  ["buy", "Buy", "Sell"],
] as const)(
  "keeps the side that was asked for, %s, in every kind of order",
  async (side, name, other) => {
    const checked = (of: string) => expect(screen.getByRole("radio", { name: of })).toBeChecked();
    // The side that each form had when it was last left.
    const user = await show("Limit");
    await user.click(screen.getByRole("radio", { name: other }));
    await user.click(screen.getByRole("radio", { name: "Stop" }));
    await user.click(await screen.findByRole("radio", { name: other }));
    cleanup();

    await show(undefined, { side });
    checked(name);
    for (const kind of ["Limit", "Stop", "Market"]) {
      const choice = screen.getByRole("radio", { name: kind });
      await user.click(choice);
      await waitFor(() => checked(name));
      expect(choice).toHaveFocus();
    }
    await user.click(screen.getByRole("radio", { name: other }));
    await user.click(screen.getByRole("radio", { name: "Limit" }));
    await waitFor(() => checked(other));
  },
);

it("takes the amount in what one gets, and warns where the price is reached already", async () => {
  const user = await show("Stop");
  await user.type(screen.getByLabelText("Stop price"), "4002");
  expect(screen.queryByText(/meets this order already/)).not.toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: "Sell" }));
  expect(screen.getByText(/meets this order already/)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Buy" }));
  await user.click(screen.getByRole("button", { name: "Amount in USDT. Change to XAUT" }));
  await user.type(screen.getByLabelText("Amount to receive"), "0.01");
  // (0.01 x 4002) / 0.999, rounded up.
  expect(row("You spend")).toHaveTextContent("40.060061 USDT");
  const sheet = await review();
  expect(sheet).toHaveTextContent("Set aside now40.060061 USDT");
  expect(sheet).toHaveTextContent("you pay more than your price");
  expect(sheet).toHaveTextContent("The order waits until you cancel it.");
});

it.each([
  ["", "100", "Enter a price from 0.01"],
  ["0.009", "100", "Enter a price from 0.01"],
  ["3900", "", "Enter an amount"],
  ["3900", "500.01", "Insufficient balance"],
  ["3900", "0.5", "Below the minimum"],
])("refuses the price %j and the amount %j", async (price, amount, problem) => {
  const user = await show("Limit");
  if (price) await user.type(screen.getByLabelText("Limit price"), price);
  if (amount) await user.type(screen.getByLabelText("Amount to spend"), amount);
  await user.click(screen.getByRole("button", { name: "Review" }));
  expect(screen.getByText(new RegExp(`^${problem}`))).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("lists what waits and what became of the rest, with the receipt of a filled one", async () => {
  listed = [
    order,
    { ...order, ...closed, id: "2", closeReason: "HOUSE_LIMIT" },
    { ...order, ...closed, id: "3", status: "expired" },
    {
      ...order,
      ...closed,
      id: "4",
      status: "filled",
      tradeId: "t",
      filledPrice: "3899",
      fee: "0.1",
    },
  ];
  const user = await show();
  const open = await screen.findByRole("list", { name: "Open orders" });
  expect(within(open).getAllByRole("listitem")).toHaveLength(1);
  expect(open).toHaveTextContent("Buy at 3,900.00 or lower");
  const over = screen.getByRole("list", { name: "Closed orders" });
  expect(within(over).getAllByRole("listitem")).toHaveLength(3);
  expect(over).toHaveTextContent("could not be exchanged when the price came");
  expect(over).toHaveTextContent("was not reached in time");
  expect(over).toHaveTextContent("Filled at 3,899.00, fee 0.10 USDT");
  await user.click(within(over).getByRole("button", { name: "Show receipt" }));
  expect(onReceipt).toHaveBeenCalledWith("t");
});

it("cancels after asking, with the same key while the outcome is unknown", async () => {
  listed = [order];
  const user = await show();
  await user.click(await screen.findByRole("button", { name: "Cancel order" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Cancel this order?" });
  expect(dialog).toHaveTextContent("100.00 USDT will be available again");
  const confirm = within(dialog).getByRole("button", { name: "Cancel order" });
  answers.push(null);
  await user.click(confirm);
  await within(dialog).findByText(/^Network error/);
  answers.push({ body: { order: { ...order, ...closed, closeReason: "USER" } } });
  listed = [{ ...order, ...closed, closeReason: "USER" }];
  await user.click(confirm);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(writes()).toHaveLength(2);
  expect(writes()[1]).toEqual(writes()[0]);
  expect(writes()[0]?.path).toContain("/orders/0194");
  expect(await screen.findByText("No limit or stop order is open.")).toBeVisible();
});

it("has one line for each order in a workspace, with the way to cancel it", async () => {
  const any = window.matchMedia;
  window.matchMedia = (query) =>
    ({
      matches: query.includes("80rem"),
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
  try {
    listed = [order, { ...order, id: "0195", ...closed, closeReason: "USER" }];
    const user = await show();
    const open = await screen.findByRole("list", { name: "Open orders" });
    const line = within(open).getByRole("listitem");
    expect(line).toHaveTextContent("Buy limit 3,900.00");
    expect(line).toHaveTextContent(/100\.00.USDT/);
    expect(line).not.toHaveTextContent("2026");
    expect(line).toHaveAttribute("title", expect.stringContaining("20 Nov 2026"));
    expect(screen.getByRole("list", { name: "Closed orders" })).toHaveTextContent("Cancelled");
    await user.click(within(line).getByRole("button", { name: "Cancel order" }));
    expect(await screen.findByRole("alertdialog", { name: "Cancel this order?" })).toBeVisible();
  } finally {
    window.matchMedia = any;
  }
});

it("compares a typed price with the market as the server does", () => {
  const meets = (type: "limit" | "stop", side: "buy" | "sell") =>
    ["3999", "4000", "4001"].filter((now) => isMet({ type, side, price: "4000" }, now));
  expect(meets("limit", "buy")).toEqual(["3999", "4000"]);
  expect(meets("limit", "sell")).toEqual(["4000", "4001"]);
  expect(meets("stop", "buy")).toEqual(["4000", "4001"]);
  expect(meets("stop", "sell")).toEqual(["3999", "4000"]);
  expect(isMet({ type: "stop", side: "buy", price: "1" }, null)).toBe(false);
  expect(["0.01", "1000000", " 5.5 "].map(readPrice)).toEqual(["0.01", "1000000", "5.5"]);
  expect(["0.009", "1000000.01", "1e3", "-1", ""].map(readPrice)).toEqual(Array(5).fill(null));
});
