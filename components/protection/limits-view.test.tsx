import { screen, waitFor, within } from "@testing-library/react";
import { writeNumbersIn } from "@/lib/platform/ui/reader-locale";
import type { OwnLimitsState } from "@/lib/protection/schema";
import { api, ok, renderReview } from "@/tests/support/screens/staff-review";
import { LimitsView } from "./limits-view";

const NONE = {
  maxStake: null,
  maxLossDay: null,
  maxLossWeek: null,
  maxDepositDay: null,
  maxTradesDay: null,
  reminderMinutes: null,
};
const state = (changes: Partial<OwnLimitsState> = {}): OwnLimitsState => ({
  limits: NONE,
  pending: null,
  exclusion: null,
  today: {
    result: "-12.500000",
    lossWeek: "12.500000",
    atRisk: "0.000000",
    deposits: "0.000000",
    trades: 2,
  },
  ...changes,
});

function show(given: OwnLimitsState) {
  let kept = given;
  const sent = api({
    "GET /api/user/limits": () => ok(kept)(),
    "PUT /api/user/limits": () => {
      kept = state({ limits: sent.at(-1)?.body as OwnLimitsState["limits"] });
      return ok(kept)();
    },
    "POST /api/user/time-out": ok({ exclusion: {} }),
  });
  return { sent, ...renderReview(<LimitsView />) };
}

it("suggests nothing, and sends what was typed", async () => {
  const { user, sent } = show(state());
  const stake = await screen.findByLabelText("Most in one trade");
  expect(screen.getAllByRole("textbox").map((box) => (box as HTMLInputElement).value)).toEqual(
    Array(6).fill(""),
  );
  await user.type(stake, "20");
  await user.type(screen.getByLabelText("Most trades in a day"), "5");
  await user.click(screen.getByRole("button", { name: "Save limits" }));
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({
      ...NONE,
      maxStake: "20",
      maxTradesDay: 5,
    }),
  );
});

it("sends no limit of 1 for a thousand as it is written in German", async () => {
  writeNumbersIn("de");
  const { user, sent } = show(state());
  await user.type(await screen.findByLabelText("Most in one trade"), "1.000");
  await user.click(screen.getByRole("button", { name: "Save limits" }));
  expect(await screen.findByText(/^Do you mean 1000 or 1\?/)).toBeVisible();
  expect(sent).toEqual([]);
  writeNumbersIn("en");
});

it("shows what was asked for and what counts until then", async () => {
  show(
    state({
      limits: { ...NONE, maxStake: "20.000000" },
      pending: { maxStake: "250.500000", at: "2031-03-02T10:00:00.000Z" },
    }),
  );
  expect(await screen.findByLabelText("Most in one trade")).toHaveValue("250.5");
  expect(screen.getByText(/^Most in one trade: 20\.00.USDT$/)).toBeVisible();
  expect(screen.getByText(/−12\.50.USDT/)).toBeVisible();
});

it("begins a break only after a length was chosen and confirmed", async () => {
  const { user, sent } = show(state());
  const begin = await screen.findByRole("button", { name: "Begin the break" });
  await user.click(begin);
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText("How long"), "7 days");
  await user.click(begin);
  const dialog = await screen.findByRole("alertdialog", { name: "Begin a break of 7 days?" });
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Begin the break" }));
  await waitFor(() => expect(sent[0]).toMatchObject({ body: { days: 7 } }));
});
