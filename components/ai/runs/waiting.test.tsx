import { screen } from "@testing-library/react";
import type { RunDto } from "@/lib/ai/schema";
import { ApiError } from "@/lib/platform/client/api";
import { renderUi } from "@/tests/support/screens/render";
import { useBacktestRows } from "../use-backtest-rows";
import { RunCard } from "./run-card";

const run: RunDto = {
  id: "run-1",
  number: "3",
  strategy: "ema-crossover",
  name: "EMA crossover",
  params: { interval: "1h" },
  interval: "1h",
  status: "running",
  allocated: "100.000000",
  cash: "100.000000",
  holding: "0.000000",
  value: "100.000000",
  pnl: "0.000000",
  fees: "0.000000",
  fills: 0,
  returned: null,
  pending: false,
  simulated: false,
  startedAt: "2026-11-20T10:00:00.000Z",
  stoppedAt: null,
  stopReason: null,
  lastCandleAt: null,
  nextDecisionAt: "2026-11-20T11:00:00.000Z",
  waitsForCandles: 0,
  setupId: null,
};

const idle = () => undefined;

it("says when a run decides next, or for how many candles it waits before it can", () => {
  const { rerender } = renderUi(<RunCard run={run} onOpen={idle} onStopped={idle} />);
  expect(screen.getByText(/^When the candle closes, 20 Nov 2026/)).toBeInTheDocument();
  const waiting = { ...run, nextDecisionAt: null, waitsForCandles: 12 };
  rerender(<RunCard run={waiting} onOpen={idle} onStopped={idle} />);
  expect(screen.getByText("Waits for 12 more candles")).toBeInTheDocument();
});

function Rows({ error }: { error: Error | null }) {
  return useBacktestRows({ data: undefined, error }).map(({ value }) => value);
}

it("says why there is no test on past prices", () => {
  const { rerender } = renderUi(<Rows error={null} />);
  expect(screen.getByText("Testing…")).toBeInTheDocument();
  const short = "There is not enough price history for this backtest yet";
  rerender(<Rows error={new ApiError(422, "BACKTEST_TOO_SHORT", short)} />);
  expect(screen.getByText(short)).toBeInTheDocument();
  rerender(<Rows error={new ApiError(429, "RATE_LIMITED", "Too many requests.", {}, 30)} />);
  expect(screen.getByText(/^Too many requests\. Try again in 30/)).toBeInTheDocument();
});
