import { act, screen, waitFor } from "@testing-library/react";
import { useRequestKey } from "@/lib/platform/client/request-key";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import type { TradeConfigDto, TradeConfigResponse } from "@/lib/trading/config-schema";
import { api, ok, payer, renderReview } from "@/tests/support/screens/staff-review";
import { LimitsTab } from "./limits-tab";

const LIMITS = "/api/admin/users/user-1/trade-config";
const FASTER = "lena has changed these limits in the meantime. Please look at them again.";
const range = { enabled: true, minAmount: "1.000000", maxAmount: "1000.000000" };
const settings: TradeConfigResponse["settings"] = {
  option: { ...range, durations: [], entryDelayMs: 2000 },
  manual: { ...range, feeRate: "0.001", spread: "0.001" },
  ai: { ...range, strategies: [] },
  dailyTradeLimit: 100,
  dailyTradesUsed: 0,
};
const before: TradeConfigDto = {
  optionEnabled: null,
  manualEnabled: null,
  aiEnabled: null,
  minAmount: "5.000000",
  maxAmount: null,
  dailyTradeLimit: 20,
  updatedAt: "2026-11-20T14:20:00.000Z",
};
const theirs: TradeConfigDto = {
  ...before,
  minAmount: "8.000000",
  dailyTradeLimit: 9,
  updatedAt: "2026-11-20T14:25:00.000Z",
};
const conflict = () => ({
  status: 409,
  body: { success: false, code: "CONFLICT", message: FASTER },
});

function Tab() {
  return (
    <LimitsTab user={payer as AdminUserDetailDto} staffId="staff-1" setupKey={useRequestKey()} />
  );
}

/** Opens the tab. The server has what was stored last, and refuses whoever saw something older. */
async function openTab() {
  let stored = before;
  const sent = api({
    [`GET ${LIMITS}`]: () => ok({ config: stored, settings })(),
    "GET /api/admin/users/user-1/own-limits": ok({
      limits: {
        maxStake: "20.000000",
        maxLossDay: null,
        maxLossWeek: null,
        maxDepositDay: null,
        maxTradesDay: null,
        reminderMinutes: null,
      },
      pending: null,
      exclusion: null,
      today: { result: "0", lossWeek: "0", atRisk: "0", deposits: "0", trades: 0 },
    }),
    "GET /api/admin/users/user-1/trade-setups": ok({ setups: [], nextCursor: null }),
    [`PUT ${LIMITS}`]: () => {
      const body = sent.at(-1)?.body as TradeConfigDto & { seen: string };
      if (body.seen !== stored.updatedAt) return conflict();
      stored = { ...body, updatedAt: "2026-11-20T14:30:00.000Z" };
      return ok({ config: stored, settings })();
    },
  });
  const { user, queryClient } = renderReview(<Tab />);
  await screen.findByLabelText("Smallest amount");
  return {
    user,
    sent,
    colleagueSaves: () => {
      stored = theirs;
    },
    /** As when the window gets the focus. */
    refetch: () => act(() => queryClient.invalidateQueries()),
    save: () => user.click(screen.getByRole("button", { name: "Save limits" })),
  };
}

const daily = () => screen.getByLabelText("Trades a day");
const smallest = () => screen.getByLabelText("Smallest amount");

it("keeps what is typed and says who was faster, until it is saved knowingly", async () => {
  const { user, sent, colleagueSaves, refetch, save } = await openTab();
  await user.clear(daily());
  await user.type(daily(), "30");
  colleagueSaves();
  await save();
  expect(await screen.findByText(FASTER)).toBeVisible();
  await waitFor(() => expect(smallest()).toHaveValue("8.000000"));
  expect(daily()).toHaveValue("30");
  await refetch();
  expect(screen.getByText(FASTER)).toBeVisible();
  await save();
  await waitFor(() => expect(screen.queryByText(FASTER)).not.toBeInTheDocument());
  expect(sent.map(({ body }) => body)).toMatchObject([
    { minAmount: "5.000000", dailyTradeLimit: 30, seen: before.updatedAt },
    { minAmount: "8.000000", dailyTradeLimit: 30, seen: theirs.updatedAt },
  ]);
});

it("keeps what is typed when a colleague's limits come by themselves, and does not pass them over", async () => {
  const { user, colleagueSaves, refetch, save } = await openTab();
  await user.clear(daily());
  await user.type(daily(), "30");
  colleagueSaves();
  await refetch();
  await waitFor(() => expect(smallest()).toHaveValue("8.000000"));
  expect(daily()).toHaveValue("30");
  await save();
  expect(await screen.findByText(FASTER)).toBeVisible();
});

it("shows a colleague's limits where nothing is typed any more, and saves over them", async () => {
  const { user, sent, colleagueSaves, refetch, save } = await openTab();
  await user.type(daily(), "0");
  await user.type(daily(), "{Backspace}");
  colleagueSaves();
  await refetch();
  await waitFor(() => expect(daily()).toHaveValue("9"));
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ dailyTradeLimit: 9, seen: theirs.updatedAt });
});

it("begins anew with what was stored after one's own success", async () => {
  const { user, sent, colleagueSaves, refetch, save } = await openTab();
  await user.clear(daily());
  await user.type(daily(), "30");
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  colleagueSaves();
  await refetch();
  await waitFor(() => expect(daily()).toHaveValue("9"));
});

it("says at its field what the API's check refuses, and sends nothing", async () => {
  const { user, sent, save } = await openTab();
  await user.clear(daily());
  await user.type(daily(), "1.5");
  await save();
  await waitFor(() => expect(daily()).toHaveFocus());
  expect(daily()).toHaveAccessibleDescription(expect.stringContaining("Enter a whole number"));
  expect(sent).toEqual([]);
});
