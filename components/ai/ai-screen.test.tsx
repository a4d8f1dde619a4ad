import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { aiKeys } from "@/lib/ai/client";
import { tradingKeys } from "@/lib/trading/client";
import { held } from "@/tests/support/network";
import {
  answers,
  aroundAiScreen,
  backtest,
  ordersSent,
  posts,
  press,
  run,
  settings,
  show,
  showWithClient,
} from "@/tests/support/screens/ai-screen";
import { signIn } from "@/tests/support/sign-in";

aroundAiScreen();

it("says how it works, what can be lost and what the rules on offer made of 13 years of gold while nothing runs", async () => {
  show();
  const table = await screen.findByRole("table", { name: "13 years of gold, after costs" });
  const rows = within(table).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "StrategyRulesBuy and hold",
    "Regular purchases (DCA)+129%+139%",
    "EMA crossover+39%+113%",
  ]);
  const drawn = screen.getByRole("region", { name: "When they buy and sell" });
  expect(
    within(drawn)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([
    "EMA crossoverFast average as a line, slow one dashed.",
    "Regular purchases (DCA)The same amount each time, at any price.",
  ]);
  expect(screen.getByRole("heading", { name: "How it works" })).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "What can be lost" })).toBeInTheDocument();
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

it("reads a parameter as it is pasted", async () => {
  const user = show();
  await user.click(screen.getByRole("radio", { name: /Regular purchases/ }));
  await user.clear(screen.getByLabelText("Purchases"));
  await user.type(screen.getByLabelText("Purchases"), "\uff15\u200b");
  await user.type(screen.getByLabelText("Amount"), "100");
  await press(user, "Review");
  expect(await screen.findByRole("dialog", { name: "Review allocation" })).toBeVisible();
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

it("no longer says that a run has started once that run was stopped", async () => {
  signIn();
  const { user, client } = showWithClient();
  await user.click(screen.getByRole("radio", { name: /Regular purchases/ }));
  await user.type(screen.getByLabelText("Amount"), "100");
  await press(user, "Review");
  answers.trades = () => ({ status: 201, body: { run, available: "400.000000" } });
  await user.click(await screen.findByRole("button", { name: /Allocate 100/ }));
  const started = await screen.findByRole("heading", { name: "Run started" });
  const runs = [{ ...run, status: "stopped" as const, stoppedAt: run.startedAt }];
  act(() => {
    client.setQueryData(aiKeys.runs(), { pages: [{ runs, nextCursor: null }], pageParams: [null] });
  });
  await waitFor(() => expect(started).not.toBeInTheDocument());
  expect(screen.getByLabelText("Amount")).toHaveValue("");
});

it("says beside the result, and in the review, that the prices are recorded ones of gold", async () => {
  const recorded = {
    instrument: "XAU/USD",
    recordedBy: "OANDA, bid",
    source: "QuantConnect Lean",
    licence: "Apache-2.0",
  };
  answers.backtest = () => ({
    status: 200,
    body: { success: true, backtest: { ...backtest, simulated: false, recorded } },
  });
  const user = show();
  await press(user, "Test on past prices");
  expect(await screen.findByText(/^On recorded prices of gold, XAU\/USD/)).toHaveTextContent(
    /not of XAUT and not of this site.*QuantConnect Lean, Apache-2\.0/,
  );
  expect(screen.queryByText("Simulated prices")).not.toBeInTheDocument();
  await user.type(screen.getByLabelText("Amount"), "100");
  await press(user, "Review");
  const review = within(await screen.findByRole("dialog", { name: "Review allocation" }));
  expect(await review.findByText("Rules on recorded prices of gold")).toBeInTheDocument();
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
      client.setQueryData(tradingKeys.settings(), {
        ...settings,
        ai: { ...settings.ai, enabled: false },
      });
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

it("says that new runs are off where they are, and still lets one stop", () => {
  settings.ai.enabled = false;
  show({ runs: [run] });
  settings.ai.enabled = true;
  expect(screen.getByText("AI trading is switched off.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Stop" })).toBeInTheDocument();
});
