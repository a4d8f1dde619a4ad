import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MoneyPauseProvider } from "@/components/ui/money-pause";
import { accountKeys } from "@/lib/accounts/client";
import { aiKeys } from "@/lib/ai/client";
import type { RunDto, SetupDto } from "@/lib/ai/schema";
import { tradingKeys } from "@/lib/trading/client";
import { type Answer, answerFetches, held, type Sent } from "@/tests/support/network";
import { renderUi } from "@/tests/support/render";
import { signIn } from "@/tests/support/sign-in";
import { AiScreen } from "./ai-screen";

const interval = {
  kind: "choice",
  label: "Candle length",
  hint: "",
  options: ["1h", "1d"],
  default: "1d",
};
const number = (label: string, min: number, max: number, fallback: number) => ({
  kind: "number",
  label,
  hint: "",
  min,
  max,
  step: 1,
  default: fallback,
});
const strategies = [
  {
    id: "ema-crossover",
    name: "EMA crossover",
    description: "Follows the trend",
    risk: "It reacts late",
    params: { interval, fast: number("Fast average", 5, 50, 20) },
  },
  {
    id: "dca",
    name: "Regular purchases (DCA)",
    description: "Splits the amount",
    risk: "You carry the whole fall",
    params: { interval, purchases: { ...number("Purchases", 2, 100, 20), splitsAmount: true } },
  },
];
const settings = {
  ai: { enabled: true, minAmount: "50.000000", maxAmount: "50000.000000", strategies },
};
const run: RunDto = {
  id: "run-1",
  strategy: "dca",
  name: "Regular purchases (DCA)",
  params: { interval: "1h", purchases: 10 },
  interval: "1h",
  status: "running",
  allocated: "100.000000",
  cash: "90.000000",
  holding: "0.002500",
  value: "98.500000",
  pnl: "-1.500000",
  fees: "0.010000",
  fills: 1,
  returned: null,
  pending: false,
  simulated: true,
  startedAt: "2026-11-20T10:00:00.000Z",
  stoppedAt: null,
  stopReason: null,
  lastCandleAt: null,
  nextDecisionAt: "2026-11-20T11:00:00.000Z",
  waitsForCandles: 0,
  setupId: null,
};
const setup: SetupDto = {
  id: "setup-1",
  userId: "user-1",
  strategy: "dca",
  name: "Regular purchases (DCA)",
  params: { interval: "1d", purchases: 4 },
  amount: "60.000000",
  note: "Slow and steady",
  status: "proposed",
  createdAt: "2026-11-20T10:00:00.000Z",
  updatedAt: "2026-11-20T10:00:00.000Z",
  decidedAt: null,
  runId: null,
};
const figures = (totalReturn: number, profit: string) => ({
  endValue: profit.startsWith("-") ? "96.000000" : "104.000000",
  profit,
  fees: "1.000000",
  fills: 4,
  totalReturn,
  cagr: null,
  maxDrawdown: 0.08,
  sharpe: -0.5,
  sortino: null,
  profitFactor: 0.7,
  winRate: 0.25,
});
const part = {
  from: "2026-01-01T00:00:00.000Z",
  to: "2026-02-01T00:00:00.000Z",
  bars: 31,
  strategy: figures(-0.04, "-4.000000"),
  buyAndHold: figures(0.04, "4.000000"),
};
const backtest = {
  strategy: "ema-crossover",
  name: "EMA crossover",
  params: {},
  interval: "1d",
  amount: "100.000000",
  simulated: true,
  warmUpBars: 79,
  costs: { feeRate: "0.001", slippageRate: "0.000250", rule: "Filled at the next open." },
  whole: part,
  inSample: part,
  outOfSample: part,
  equity: [],
};

let sent: Sent[];
const posts = () => sent.filter(({ method }) => method === "POST");
/** Answers by the end of the path; a function may answer differently each time, null loses the answer. */
let answers: Record<string, () => Answer | null | ReturnType<typeof held>["answer"]> = {};

afterEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
});

beforeEach(() => {
  answers = { backtest: () => ({ status: 200, body: { success: true, backtest } }) };
  globalThis.ResizeObserver = class {
    observe() {}
    disconnect() {}
    unobserve() {}
  };
  sent = answerFetches(({ method, path }) => {
    const name = path.split("/").at(-1) ?? "";
    // What is read again after a change is not there: the page keeps what it has.
    const answer = answers[name];
    return answer ? answer() : { status: method === "POST" ? 200 : 503 };
  });
});

function showWithClient({
  runs = [] as RunDto[],
  setups = [] as SetupDto[],
  accepted = true,
  pause = null as string | null,
} = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(tradingKeys.settings(), settings);
  client.setQueryData(aiKeys.runs(), { pages: [{ runs, nextCursor: null }], pageParams: [null] });
  client.setQueryData(aiKeys.setups(), { setups, nextCursor: null });
  client.setQueryData(accountKeys.balance(), {
    balances: { USDT: { available: "500.000000", held: "0.000000" } },
  });
  renderUi(
    <QueryClientProvider client={client}>
      <MoneyPauseProvider reason={pause}>
        <AiScreen hasAcceptedRisk={accepted} />
      </MoneyPauseProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client };
}

const show = (given?: Parameters<typeof showWithClient>[0]) => showWithClient(given).user;

const ordersSent = () => posts().filter(({ path }) => path.endsWith("/api/trades"));
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole("button", { name }));

it("says how it works and what can be lost while nothing runs", () => {
  show();
  expect(screen.getByRole("heading", { name: "How it works" })).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "What can be lost" })).toBeInTheDocument();
});

it("shows a run with its loss, and that its prices are simulated", () => {
  show({ runs: [run] });
  const card = within(screen.getByRole("region", { name: /Run of Regular/ }));
  expect(card.getByText("−1.50 USDT")).toBeInTheDocument();
  expect(card.getByText("(−1.50%)")).toBeInTheDocument();
  expect(card.getByText("Simulated")).toBeInTheDocument();
  expect(card.getByText("Running")).toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: "How it works" })).not.toBeInTheDocument();
});

it("names what is missing or out of range and sends nothing", async () => {
  const user = show();
  await press(user, "Review");
  expect(screen.getByText("Enter an amount")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Amount"), "49");
  expect(screen.getByText("Below the minimum")).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Amount"));
  await user.type(screen.getByLabelText("Amount"), "501");
  expect(screen.getByText("Insufficient balance")).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Fast average"));
  await user.type(screen.getByLabelText("Fast average"), "99");
  expect(screen.getByText("Outside the range")).toBeInTheDocument();
  await press(user, "Review");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(posts()).toEqual([]);
});

it("asks for enough that each of the orders can be sent", async () => {
  const user = show();
  await user.click(screen.getByRole("radio", { name: /Regular purchases/ }));
  expect(screen.getByText(/Min 50\.00/)).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Purchases"));
  await user.type(screen.getByLabelText("Purchases"), "100");
  expect(screen.getByText(/Min 100\.00/)).toBeInTheDocument();
  await user.type(screen.getByLabelText("Amount"), "99");
  await press(user, "Review");
  expect(
    screen.getByText("Each of the 100 orders has to be at least 1.00 USDT"),
  ).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await user.clear(screen.getByLabelText("Amount"));
  await user.type(screen.getByLabelText("Amount"), "100");
  await press(user, "Review");
  expect(await screen.findByRole("dialog")).toBeInTheDocument();
});

it("tests the rules without an amount and puts buying and holding beside them", async () => {
  const user = show();
  await press(user, "Test on past prices");
  expect(await screen.findByText(/The rules were behind/)).toHaveTextContent(
    /−4\.00 USDT; buying and holding \+4\.00 USDT/,
  );
  expect(screen.getByText("Simulated prices")).toBeInTheDocument();
  const row = screen.getByRole("row", { name: /Return −/ });
  expect(row).toHaveTextContent("Return−4.00%+4.00%");
  expect(screen.getByText(/fee 0\.1%/)).toHaveTextContent("slippage 0.025% an order");
  expect(screen.getByText("Past results do not predict future ones.")).toBeInTheDocument();
  expect(posts()[0]?.body).toEqual({
    strategy: "ema-crossover",
    amount: "1000",
    params: { interval: "1d", fast: 20 },
  });
  expect(screen.queryByText("Enter an amount")).not.toBeInTheDocument();
  await press(user, "Review");
  expect(screen.getByText("Enter an amount")).toBeInTheDocument();
});

it("asks two questions before the first run, reviews and sends it once", async () => {
  signIn();
  const user = show({ accepted: false });
  await user.click(screen.getByRole("radio", { name: /Regular purchases/ }));
  await user.clear(screen.getByLabelText("Purchases"));
  await user.type(screen.getByLabelText("Purchases"), "5");
  await user.type(screen.getByLabelText("Amount"), "100");
  await press(user, "Review");
  const risk = within(await screen.findByRole("dialog", { name: "Before your first run" }));
  await user.click(risk.getByRole("radio", { name: /Only gain/ }));
  await user.click(risk.getByRole("radio", { name: "Not better" }));
  await user.click(risk.getByRole("button", { name: "I accept the risk" }));
  expect(risk.getByText("It can gain or lose. Nothing is promised.")).toBeInTheDocument();
  await user.click(risk.getByRole("radio", { name: /Gain or lose/ }));
  await user.click(risk.getByRole("button", { name: "I accept the risk" }));

  const review = within(await screen.findByRole("dialog", { name: "Review allocation" }));
  expect(await review.findByText("Rules on simulated past prices")).toBeInTheDocument();
  expect(review.getByText("You carry the whole fall")).toBeInTheDocument();
  answers.trades = () => ({
    status: 503,
    body: { success: false, code: "INTERNAL", message: "No" },
  });
  await user.click(review.getByRole("button", { name: /Allocate 100/ }));
  expect(await review.findByText("No")).toBeInTheDocument();
  const waiting = { ...run, nextDecisionAt: null, waitsForCandles: 80 };
  answers.trades = () => ({ status: 201, body: { run: waiting, available: "400.000000" } });
  await user.click(review.getByRole("button", { name: /Allocate 100/ }));
  expect(await screen.findByRole("heading", { name: "Run started" })).toHaveFocus();
  expect(screen.getByText("Waits for 80 more candles")).toBeInTheDocument();
  const sent = ordersSent();
  expect(sent.map(({ body }) => body)).toEqual(
    Array(2).fill({
      type: "ai",
      strategy: "dca",
      amount: "100",
      params: { interval: "1d", purchases: 5 },
    }),
  );
  // The first outcome was not known, so the second try is the same request.
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  await press(user, "Allocate another amount");
  expect(screen.getByLabelText("Amount")).toHaveValue("");
});

it.each(["stays on", "is switched off meanwhile", "is left and shown again"])(
  "is one run when a lost answer is reviewed again and AI trading %s",
  async (state) => {
    signIn();
    const { user, client } = showWithClient();
    await user.type(screen.getByLabelText("Amount"), "100.123456");
    const open = async () => {
      await press(user, "Review");
      return within(await screen.findByRole("dialog", { name: "Review allocation" }));
    };
    let review = await open();
    const confirm = () => user.click(review.getByRole("button", { name: /^Allocate 100\.123456/ }));
    answers.trades = () => null;
    await confirm();
    expect(await review.findByText(/^Network error/)).toHaveTextContent(
      "It may have gone through. Pressing again can't do it twice.",
    );
    if (state === "stays on") {
      await user.click(review.getByRole("button", { name: "Back" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      review = await open();
    } else if (state === "is left and shown again") {
      cleanup();
      show();
      review = await open();
    } else {
      client.setQueryData(tradingKeys.settings(), { ai: { ...settings.ai, enabled: false } });
      await screen.findByText("AI trading is switched off.");
    }
    expect(review.getByText(/^Network error/)).toBeVisible();
    answers.trades = () => ({ status: 201, body: { success: true, run, available: "400.000000" } });
    await confirm();
    await screen.findByRole("heading", { name: "Run started" });
    expect(screen.getByText(/^This order was received on 20 Nov 2026, 10:00:00 UTC/)).toBeVisible();
    expect(ordersSent()).toHaveLength(2);
    expect(ordersSent()[1]).toEqual(ordersSent()[0]);
  },
);

it("is another run when the first is refused after the page was left", async () => {
  signIn();
  const { answer, release } = held();
  answers.trades = () => answer;
  const user = show();
  await user.type(screen.getByLabelText("Amount"), "100");
  const send = async () => {
    await press(user, "Review");
    await user.click(await screen.findByRole("button", { name: /^Allocate 100/ }));
  };
  await send();
  cleanup();
  const key = ordersSent()[0]?.key ?? "";
  expect(JSON.stringify(sessionStorage)).toContain(key);
  release({ status: 422, body: { code: "INSUFFICIENT_BALANCE", message: "Too little" } });
  await waitFor(() => expect(JSON.stringify(sessionStorage)).not.toContain(key));
  show();
  await send();
  await waitFor(() => expect(ordersSent()).toHaveLength(2));
  expect(ordersSent()[1]?.key).not.toBe(key);
});

it("shows what the server refuses at its field", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Amount"), "100");
  await press(user, "Review");
  answers.trades = () => ({
    status: 422,
    body: {
      success: false,
      code: "VALIDATION",
      message: "Too fast",
      errors: { "params.fast": ["Too fast"] },
    },
  });
  await user.click(await screen.findByRole("button", { name: /Allocate 100/ }));
  await waitFor(() => expect(screen.getAllByText("Too fast").length).toBeGreaterThan(1));
});

it("stops a run after one look at what comes back", async () => {
  const user = show({ runs: [run] });
  await press(user, "Stop");
  const sheet = within(await screen.findByRole("dialog", { name: "Stop this run" }));
  expect(sheet.getByText("98.50 USDT")).toBeInTheDocument();
  expect(sheet.getByText("−1.50 USDT")).toBeInTheDocument();
  answers.stop = () => ({
    status: 200,
    body: { success: true, run: { ...run, status: "stopped" } },
  });
  await user.click(sheet.getByRole("button", { name: "Stop and return everything" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(posts().map(({ path }) => path)).toEqual(["/api/trades/ai/runs/run-1/stop"]);
});

it("stops a run during maintenance too, as runs go on through it", async () => {
  answers.stop = () => ({ body: { run: { ...run, status: "stopping" } } });
  const user = show({ runs: [run], pause: "Paused for maintenance. Please try again later." });
  await press(user, "Stop");
  const sheet = within(await screen.findByRole("dialog", { name: "Stop this run" }));
  await user.click(sheet.getByRole("button", { name: "Stop and return everything" }));
  await waitFor(() => expect(posts()).toHaveLength(1));
});

it("stops a run with the same key when a lost answer is reviewed again", async () => {
  const user = show({ runs: [run] });
  const open = async () => {
    await press(user, "Stop");
    return within(await screen.findByRole("dialog", { name: "Stop this run" }));
  };
  const confirm = "Stop and return everything";
  const sheet = await open();
  answers.stop = () => null;
  await press(user, confirm);
  await sheet.findByText(/^Network error/);
  await press(user, "Back");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  const again = await open();
  expect(again.getByText(/^Network error/)).toHaveTextContent(/It may have gone through/);
  answers.stop = () => ({ body: { run: { ...run, status: "stopping" } } });
  await press(user, confirm);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(posts()).toEqual([posts()[0], posts()[0]]);
});

it("accepts a proposal as it was shown", async () => {
  const user = show({ setups: [setup] });
  expect(screen.getByText("Note: Slow and steady")).toBeInTheDocument();
  await press(user, "Review and accept");
  const sheet = within(await screen.findByRole("dialog", { name: "Accept this proposal" }));
  await user.click(sheet.getByRole("button", { name: /Allocate 60/ }));
  await waitFor(() => expect(posts().some(({ path }) => path.endsWith("/accept"))).toBe(true));
  expect(posts().find(({ path }) => path.endsWith("/accept"))?.body).toEqual({
    updatedAt: setup.updatedAt,
  });
});

it("declines a proposal after asking", async () => {
  const user = show({ setups: [setup] });
  await press(user, "Decline");
  const dialog = within(await screen.findByRole("alertdialog", { name: "Decline this proposal?" }));
  expect(posts()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]?.path).toMatch(/\/decline$/);
});

it("says that new runs are off where they are, and still lets one stop", () => {
  settings.ai.enabled = false;
  show({ runs: [run] });
  settings.ai.enabled = true;
  expect(screen.getByText("AI trading is switched off.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Stop" })).toBeInTheDocument();
});
