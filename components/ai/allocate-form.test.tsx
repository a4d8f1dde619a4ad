import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { accountKeys } from "@/lib/accounts/client";
import { tradingKeys } from "@/lib/trading/client";
import { answerFetches, held } from "@/tests/support/network";
import { renderUi } from "@/tests/support/screens/render";
import { signIn } from "@/tests/support/sign-in";
import type { StrategyInfo } from "./param-fields";
import { NewRun } from "./runs/new-run";

const strategy = (id: string, intervals: string[]): StrategyInfo => ({
  id,
  name: `Rules ${id}`,
  description: "What it does",
  risk: "What it risks",
  params: {
    interval: { kind: "choice", label: "Candle", hint: "", options: intervals, default: "1d" },
    fast: { kind: "number", label: "Fast", hint: "", min: 5, max: 50, step: 1, default: 20 },
  },
});
const both = [strategy("a", ["1h", "1d"]), strategy("b", ["1h", "1d"])];

beforeEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  signIn();
});

function show(strategies = both, available = "500.000000") {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false } },
  });
  const ai = { enabled: true, minAmount: "50", maxAmount: "500", strategies };
  client.setQueryData(accountKeys.balance(), balanceOf(available));
  client.setQueryData(tradingKeys.settings(), { ai, manual: { spread: "0" } });
  renderUi(
    <QueryClientProvider client={client}>
      <NewRun isAccepted onAcceptedChange={() => undefined} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), client };
}

const balanceOf = (available: string) => ({ balances: { USDT: { available } } });

const values = () => ({
  strategy: screen.getByRole("radio", { checked: true }).getAttribute("value"),
  interval: screen.getByLabelText<HTMLSelectElement>("Candle").value,
  fast: screen.getByLabelText<HTMLInputElement>("Fast").value,
  amount: screen.getByLabelText<HTMLInputElement>("Amount").value,
});

async function fill() {
  const { user } = show();
  await user.type(screen.getByLabelText("Amount"), "60.5");
  await user.click(screen.getByRole("radio", { name: /Rules b/ }));
  await user.selectOptions(screen.getByLabelText("Candle"), "1h");
  await user.clear(screen.getByLabelText("Fast"));
  await user.type(screen.getByLabelText("Fast"), "7");
  cleanup();
}

it("keeps strategy, parameters and amount while the page is left", async () => {
  await fill();
  show();
  expect(values()).toEqual({ strategy: "b", interval: "1h", fast: "7", amount: "60.5" });
});

it("keeps nothing of a strategy or a choice that is no longer offered", async () => {
  await fill();
  show([strategy("a", ["1h", "1d"]), strategy("b", ["1d"])]);
  expect(values()).toEqual({ strategy: "b", interval: "1d", fast: "7", amount: "60.5" });
  cleanup();
  show([strategy("a", ["1h", "1d"])]);
  expect(values()).toEqual({ strategy: "a", interval: "1d", fast: "20", amount: "" });
});

it("reviews an unconfirmed order although it took the money", async () => {
  const sent = answerFetches(({ path }) => (path.includes("backtest") ? held().answer : undefined));
  const orders = () =>
    sent.filter(({ path, method }) => method === "POST" && !path.includes("back"));
  const { user, client } = show();
  await user.type(screen.getByLabelText("Amount"), "400");
  const review = async () => {
    await user.click(screen.getByRole("button", { name: "Review" }));
    return screen.findByRole("dialog", { name: "Review allocation" });
  };
  const confirm = () => user.click(screen.getByRole("button", { name: /^Allocate 400/ }));
  const first = await review();
  await confirm();
  await within(first).findByText(/^Network error/);
  await user.click(within(first).getByRole("button", { name: "Back" }));
  client.setQueryData(accountKeys.balance(), balanceOf("100.000000"));
  const again = await review();
  expect(again).toHaveTextContent("Pressing again can't do it twice.");
  expect(screen.queryByText("Insufficient balance")).not.toBeInTheDocument();
  await confirm();
  await waitFor(() => expect(orders()).toHaveLength(2));
  expect(orders()[1]).toEqual(orders()[0]);
});
