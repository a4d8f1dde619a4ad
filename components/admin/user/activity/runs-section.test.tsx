import { screen, waitFor, within } from "@testing-library/react";
import type { RunDto } from "@/lib/ai/schema";
import { api, ok, payer, renderReview } from "@/tests/support/screens/staff-review";
import { RunsSection } from "./runs-section";

const RUNS = "/api/admin/users/user-1/runs";
const run: RunDto = {
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
  simulated: false,
  startedAt: "2026-11-20T10:00:00.000Z",
  stoppedAt: null,
  stopReason: null,
  lastCandleAt: null,
  nextDecisionAt: "2026-11-20T11:00:00.000Z",
  waitsForCandles: 0,
  setupId: null,
};

it("stops a run with a reason, after a question", async () => {
  let stored = run;
  const sent = api({
    [`GET ${RUNS}`]: () => ok({ runs: [stored], nextCursor: null })(),
    [`POST ${RUNS}/run-1/stop`]: () => {
      stored = { ...run, status: "stopped", returned: "98.500000" };
      return ok({ run: stored })();
    },
  });
  const { user } = renderReview(<RunsSection user={payer} mayStop />);
  await user.click((await screen.findAllByRole("button", { name: "Stop run" }))[0]!);
  const dialog = await screen.findByRole("alertdialog", { name: "Stop this run of maria?" });
  expect(dialog).toHaveTextContent(
    /98\.50 USDT now: it orders nothing more, its 0\.002500 XAUT is sold at the recorded price/,
  );
  const confirm = () => user.click(within(dialog).getByRole("button", { name: "Stop run" }));
  await confirm();
  expect(within(dialog).getByText("The reason needs at least 5 characters")).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.type(within(dialog).getByLabelText("Reason"), "Account closed");
  await confirm();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(sent).toEqual([{ body: { reason: "Account closed" }, key: expect.any(String) }]);
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Stop run" })).not.toBeInTheDocument(),
  );
});

it("speaks of no sale where the run holds no XAUT", async () => {
  const idle = { ...run, holding: "0.000000", cash: "98.500000" };
  api({ [`GET ${RUNS}`]: ok({ runs: [idle], nextCursor: null }) });
  const { user } = renderReview(<RunsSection user={payer} mayStop />);
  await user.click((await screen.findAllByRole("button", { name: "Stop run" }))[0]!);
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent(
    "98.50 USDT now: it orders nothing more and everything goes back to maria, who is told.",
  );
});

it("says that values are of simulated prices, in the list and before one is stopped", async () => {
  api({ [`GET ${RUNS}`]: ok({ runs: [{ ...run, simulated: true }], nextCursor: null }) });
  const { user } = renderReview(<RunsSection user={payer} mayStop />);
  expect((await screen.findAllByText("Simulated")).length).toBeGreaterThan(0);
  await user.click(screen.getAllByRole("button", { name: "Stop run" })[0]!);
  expect(await screen.findByRole("alertdialog")).toHaveAccessibleDescription(/Simulated$/);
});

it("says why it could not", async () => {
  api({
    [`GET ${RUNS}`]: ok({ runs: [run], nextCursor: null }),
    [`POST ${RUNS}/run-1/stop`]: () => ({
      status: 409,
      body: { success: false, code: "ALREADY_PROCESSED", message: "This run is stopped already" },
    }),
  });
  const { user } = renderReview(<RunsSection user={payer} mayStop />);
  await user.click((await screen.findAllByRole("button", { name: "Stop run" }))[0]!);
  const dialog = await screen.findByRole("alertdialog");
  await user.type(within(dialog).getByLabelText("Reason"), "Account closed");
  await user.click(within(dialog).getByRole("button", { name: "Stop run" }));
  expect(await within(dialog).findByText("This run is stopped already")).toBeInTheDocument();
});

it("offers nothing to those who may only look", async () => {
  api({ [`GET ${RUNS}`]: ok({ runs: [run], nextCursor: null }) });
  renderReview(<RunsSection user={payer} mayStop={false} />);
  expect((await screen.findAllByText("Regular purchases (DCA)")).length).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: "Stop run" })).not.toBeInTheDocument();
});
