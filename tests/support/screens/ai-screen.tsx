import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AiScreen } from "@/components/ai/ai-screen";
import { MoneyPauseProvider } from "@/components/ui/display/money-pause";
import { accountKeys } from "@/lib/accounts/client";
import { aiKeys } from "@/lib/ai/client";
import type { RunDto, SetupDto } from "@/lib/ai/schema";
import { strategyPictures } from "@/lib/ai/strategy-pictures";
import { tradingKeys } from "@/lib/trading/client";
import { type Answer, answerFetches, type held, type Sent } from "../network";
import { renderUi } from "./render";

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
/** The trade settings as the page has them. */
export const settings = {
  manual: { feeRate: "0.001", spread: "0" },
  ai: { enabled: true, minAmount: "50.000000", maxAmount: "50000.000000", strategies },
};
/** A run that holds XAUT, at simulated prices. */
export const run: RunDto = {
  id: "run-1",
  number: "3",
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
/** A proposal that waits. */
export const setup: SetupDto = {
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
export const backtest = {
  strategy: "ema-crossover",
  name: "EMA crossover",
  params: {},
  interval: "1d",
  amount: "100.000000",
  simulated: true,
  recorded: null,
  warmUpBars: 79,
  costs: { feeRate: "0.001", slippageRate: "0.000250", rule: "Filled at the next open." },
  whole: part,
  inSample: part,
  outOfSample: part,
  equity: [],
};

let sent: Sent[];
/** What was sent to be done, oldest first. */
export const posts = () => sent.filter(({ method }) => method === "POST");
/** Answers by the end of the path; a function may answer differently each time, null loses the answer. */
export const answers: Record<string, () => Answer | null | ReturnType<typeof held>["answer"]> = {};

/** An API and a browser around each test, with no answers but a backtest's. */
export function aroundAiScreen(): void {
  afterEach(() => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
  });
  beforeEach(() => {
    for (const name of Object.keys(answers)) delete answers[name];
    answers.backtest = () => ({ status: 200, body: { success: true, backtest } });
    globalThis.ResizeObserver = class {
      observe() {}
      disconnect() {}
      unobserve() {}
    };
    sent = answerFetches(({ method, path }) => {
      const name = path.split("?")[0]?.split("/").at(-1) ?? "";
      // What is read again after a change is not there: the page keeps what it has.
      const answer = answers[name];
      return answer ? answer() : { status: method === "POST" ? 200 : 503 };
    });
  });
}

/** Shows the page of strategies; gives what it keeps as well. */
export function showWithClient({
  runs = [] as RunDto[],
  setups = [] as SetupDto[],
  accepted = true,
  pause = null as string | null,
  spread = "0",
} = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const manual = { ...settings.manual, spread };
  client.setQueryData(tradingKeys.settings(), { ...settings, manual });
  client.setQueryData(aiKeys.runs(), { pages: [{ runs, nextCursor: null }], pageParams: [null] });
  client.setQueryData(aiKeys.setups(), { setups, nextCursor: null });
  client.setQueryData(accountKeys.balance(), {
    balances: { USDT: { available: "500.000000", held: "0.000000" } },
  });
  renderUi(
    <QueryClientProvider client={client}>
      <MoneyPauseProvider reason={pause}>
        <AiScreen hasAcceptedRisk={accepted} pictures={strategyPictures} />
      </MoneyPauseProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client };
}

/** Shows the page of strategies. */
export const show = (given?: Parameters<typeof showWithClient>[0]) => showWithClient(given).user;

/** The runs that were asked for. */
export const ordersSent = () => posts().filter(({ path }) => path.endsWith("/api/trades"));
/** Presses a button of the page. */
export const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole("button", { name }));
