import { screen, waitFor, within } from "@testing-library/react";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { api, ok, payer, renderReview } from "@/tests/support/screens/staff-review";
import { UserTabs } from "./user-tabs";

jest.mock("next/navigation", () => {
  const { useSyncExternalStore } = jest.requireActual<typeof import("react")>("react");
  const listeners = new Set<() => void>();
  const replace = window.history.replaceState.bind(window.history);
  window.history.replaceState = (...args) => {
    replace(...args);
    for (const tell of listeners) tell();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    usePathname: () => "/admin/users/user-1",
    useSearchParams: () =>
      new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search)),
  };
});

const URL = "/api/admin/users/user-1";
const range = { enabled: true, minAmount: "1.000000", maxAmount: "1000.000000" };
const maria = {
  ...payer,
  balances: {
    USDT: { available: "100.500000", held: "0", escrow: "0", savings: "0", ai: "0" },
    XAUT: { available: "0.250000", stored: "0", savings: "0", ai: "0" },
  },
} as AdminUserDetailDto;

/** Shows a user whose changes fail after they may have been made. */
function show() {
  window.history.replaceState(null, "", "/admin/users/user-1");
  const unknown = () => ({ status: 502, body: {} });
  const sent = api({
    [`GET ${URL}/notes`]: ok({ notes: [], nextCursor: null }),
    [`GET ${URL}/own-limits`]: ok({
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
    [`GET ${URL}/trade-setups`]: ok({ setups: [], nextCursor: null }),
    [`GET ${URL}/trade-config`]: ok({
      config: { minAmount: null, maxAmount: null, dailyTradeLimit: null, updatedAt: null },
      settings: {
        option: { ...range, durations: [], entryDelayMs: 2000 },
        manual: { ...range, feeRate: "0.001", spread: "0.001" },
        ai: {
          ...range,
          strategies: [{ id: "dca", name: "Regular purchases", description: "", params: [] }],
        },
        dailyTradeLimit: 100,
        dailyTradesUsed: 0,
      },
    }),
    [`PUT ${URL}/manage-balance`]: unknown,
    [`POST ${URL}/trade-setups`]: unknown,
  });
  const { user } = renderReview(<UserTabs user={maria} staffId="staff-1" />);
  const toTab = (name: string) => user.click(screen.getByRole("tab", { name }));
  return { user, sent, toTab };
}

const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

it("sends a balance change of unknown outcome under the same key after another tab was open", async () => {
  const { user, sent, toTab } = show();
  await user.click(await screen.findByRole("button", { name: "Manage balance" }));
  await user.type(await screen.findByLabelText("Amount"), "100");
  await user.type(screen.getByLabelText("Reason"), "A good reason");
  const send = async () => {
    await user.click(await screen.findByRole("button", { name: "Review" }));
    await user.click(await screen.findByRole("button", { name: /^Add 100/ }));
    await user.click(await screen.findByRole("button", { name: "Back" }));
    await user.keyboard("{Escape}");
    await closed();
  };
  await send();
  await toTab("Notes");
  await screen.findByText("No notes yet");
  await toTab("Balance");
  await user.click(await screen.findByRole("button", { name: "Manage balance" }));
  await send();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

it("proposes a strategy again under the same key after its dialog and its tab were closed", async () => {
  const { user, sent, toTab } = show();
  const propose = async () => {
    await toTab("Limits");
    await user.click(await screen.findByRole("button", { name: "Propose a strategy" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Amount"), "20");
    const count = sent.length;
    await user.click(within(dialog).getByRole("button", { name: "Propose" }));
    await waitFor(() => expect(sent).toHaveLength(count + 1));
    await within(dialog).findByRole("alert");
    await user.keyboard("{Escape}");
    await closed();
  };
  await propose();
  await toTab("Notes");
  await screen.findByText("No notes yet");
  await propose();
  expect(sent[1]).toEqual(sent[0]);
});
