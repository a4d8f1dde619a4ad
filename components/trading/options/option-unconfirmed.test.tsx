import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { learnClock, resetRealtimeState } from "@/components/app/live/realtime-state";
import { useLivePrice } from "@/components/market/use-live-price";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { tradingKeys } from "@/lib/trading/client";
import { type Answer, answerFetches, held } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { signIn } from "@/tests/support/sign-in";
import { NewOption } from "./new-option";

const settings = {
  option: {
    enabled: true,
    minAmount: "1.000000",
    maxAmount: "1000.000000",
    entryDelayMs: 2000,
    durations: [{ seconds: 30, payoutRate: "0.80" }],
  },
  dailyTradeLimit: 100,
  dailyTradesUsed: 3,
};
const price = {
  price: "4000.00",
  bid: "3999.00",
  ask: "4001.00",
  change24h: null,
  source: "live",
  sources: ["exchange"],
  simulated: false,
  stale: false,
};
const SENT_AT_MS = Date.parse("2026-11-20T10:00:00Z");
const LATER_AT_MS = Date.parse("2026-11-23T11:00:00Z");

const realNow = Date.now;
/** Lets the device's and the server's clock go on from a time. */
function setClocks(atMs: number) {
  const offsetMs = atMs - realNow();
  jest.spyOn(Date, "now").mockImplementation(() => realNow() + offsetMs);
  resetRealtimeState();
  learnClock(atMs);
}

/** To the orders, oldest first; undefined loses the answer. */
let answers: (Answer | undefined)[];

beforeEach(() => {
  signIn();
  answers = [];
  answerFetches(({ method }) => (method === "POST" ? answers.shift() : held().answer));
});

afterEach(() => {
  jest.restoreAllMocks();
  resetRealtimeState();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

function Page() {
  return <NewOption live={useLivePrice()} hasAcceptedRisk onAccepted={() => undefined} />;
}

/** The page, with 50 USDT for 30 s about to be confirmed. */
async function review(type: boolean, { available = "500.000000", stale = false } = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(accountKeys.balance(), { balances: { USDT: { available } } });
  client.setQueryData(tradingKeys.settings(), settings);
  const at = new Date(Date.now()).toISOString();
  client.setQueryData(marketKeys.price(), { ...price, stale, at, seq: "1" });
  renderUi(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  if (type) await userEvent.type(screen.getByLabelText("Amount"), "50");
  await userEvent.click(screen.getByRole("button", { name: "Up" }));
  return screen.findByRole("dialog", { name: "Review option" });
}
const confirm = () => userEvent.click(screen.getByRole("button", { name: /^Up with/ }));

it.each([
  ["the first sending opened", "2026-11-20T10:00:02.000Z", true],
  ["pressing again opens", "2026-11-23T11:01:00.000Z", false],
])(
  "says of an unconfirmed option when it was sent and when one sent now would end, and then that %s it",
  async (_, openedAt, isEarlier) => {
    setClocks(SENT_AT_MS);
    answers = [undefined];
    const first = await review(true);
    await confirm();
    await within(first).findByText(/^Network error/);
    expect(first).toHaveTextContent(/It was sent on 20 Nov 2026, 10:00:\d\d UTC/);
    expect(first).toHaveTextContent(/about 10:00:\d\d\sUTC/);
    cleanup();

    setClocks(LATER_AT_MS);
    const again = await review(false);
    expect(again).toHaveTextContent(/It was sent on 20 Nov 2026, 10:00:\d\d UTC/);
    expect(again).toHaveTextContent(/about 11:00:\d\d\sUTC/);
    answers = [{ status: 201, body: { trade: { id: "t1", type: "option", openedAt } } }];
    await confirm();
    await waitFor(() => expect(again).not.toBeInTheDocument());
    const text =
      "This order was received on 20 Nov 2026, 10:00:02 UTC. It was not done a second time.";
    if (isEarlier) expect(screen.getByText(text)).toBeVisible();
    else expect(screen.queryByText(/This order was received/)).not.toBeInTheDocument();
  },
);

it("reaches an unconfirmed option although it took the money and the price is stale by now", async () => {
  const first = await review(true);
  await confirm();
  await within(first).findByText(/^Network error/);
  cleanup();
  const again = await review(false, { available: "0.000000", stale: true });
  expect(again).toHaveTextContent("Pressing again can't do it twice.");
  expect(screen.queryByText("Insufficient balance")).not.toBeInTheDocument();
});

it("checks the same amount in the other direction, which is another order", async () => {
  const first = await review(true);
  await confirm();
  await within(first).findByText(/^Network error/);
  cleanup();
  const again = await review(false, { available: "0.000000" });
  await userEvent.click(within(again).getByRole("button", { name: "Back" }));
  await userEvent.click(screen.getByRole("button", { name: "Down" }));
  expect(screen.getByText("Insufficient balance")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
