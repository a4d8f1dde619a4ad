import { act, screen } from "@testing-library/react";
import type { OptionTradeDto } from "@/lib/trading/schema";
import { renderUi } from "@/tests/support/screens/render";
import { OpenOptionCard } from "./open-option-card";

const START_MS = Date.parse("2026-11-20T10:00:00Z");
const trade: OptionTradeDto = {
  id: "0193",
  number: "17",
  type: "option",
  status: "open",
  direction: "up",
  side: null,
  amount: "100.000000",
  currency: "USDT",
  received: null,
  receivedCurrency: null,
  payoutRate: "0.82",
  duration: 60,
  entryPrice: "4001.90",
  exitPrice: null,
  fee: "0.000000",
  payout: null,
  pnl: null,
  openedAt: "2026-11-20T09:59:59.000Z",
  entryAt: "2026-11-20T10:00:00.000Z",
  expiresAt: "2026-11-20T10:01:00.000Z",
  settledAt: null,
  entryTickId: "1",
  exitTickId: null,
  simulated: false,
  limitPrice: null,
  voidReason: null,
};

const card = (changes: Partial<OptionTradeDto>, price: string, clockOffsetMs: number | null) => (
  <OpenOptionCard trade={{ ...trade, ...changes }} price={price} clockOffsetMs={clockOffsetMs} />
);
const show = (
  changes: Partial<OptionTradeDto> = {},
  price = "4002.48",
  clockOffsetMs: number | null = 0,
) => renderUi(card(changes, price, clockOffsetMs));

beforeEach(() => jest.useFakeTimers({ now: START_MS }));
afterEach(() => jest.useRealTimers());

it("counts down to the server's end and says where the price is, not who wins", () => {
  const { container } = show();
  expect(screen.getByRole("timer")).toHaveTextContent("01:00");
  expect(screen.getByText("Entry 4,001.90 · ends 10:01:00 UTC")).toBeInTheDocument();
  expect(container).toHaveTextContent(
    "Now 4,002.48, above entry by 0.58. The result is set by the price at 10:01:00 UTC.",
  );
  expect(container).not.toHaveTextContent(/winning|losing/i);
});

it.each([
  ["4001.40", "Now 4,001.40, below entry by 0.50."],
  ["4001.9", "Now 4,001.90, equal to entry."],
])("at %s says %s", (price, text) => {
  expect(show({}, price).container).toHaveTextContent(text);
});

it("says that the entry is still to come while it waits for it", () => {
  const { container } = show({ entryPrice: null, entryAt: null, expiresAt: null });
  expect(container).toHaveTextContent("Its entry price is still to come.");
});

it("goes by the server's clock where the device's is wrong", () => {
  show({}, "4002", 17_000);
  expect(screen.getByRole("timer")).toHaveTextContent("00:43");
});

it("does not end an option by a device's clock that is ahead", () => {
  const HOUR_MS = 3_600_000;
  jest.setSystemTime(START_MS + HOUR_MS);
  const { rerender } = show({}, "4002", null);
  expect(screen.getByRole("timer")).toHaveTextContent("--:--");
  expect(screen.queryByText("Settling")).not.toBeInTheDocument();
  rerender(card({}, "4002", -HOUR_MS));
  expect(screen.getByRole("timer")).toHaveTextContent("01:00");
  // The device's clock is put forward while the page is open: wrong until that is learnt, and no longer.
  jest.setSystemTime(START_MS + 2 * HOUR_MS);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(screen.getByText("Settling")).toBeInTheDocument();
  rerender(card({}, "4002", -2 * HOUR_MS));
  expect(screen.getByRole("timer")).toHaveTextContent("01:00");
});

it("is right at once after the tab slept, without having ticked", () => {
  show();
  jest.setSystemTime(START_MS + 47_500);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(screen.getByRole("timer")).toHaveTextContent("00:13");
});

it("waits for the settlement price when the end has passed", () => {
  show();
  jest.setSystemTime(START_MS + 90_000);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(screen.queryByRole("timer")).not.toBeInTheDocument();
  expect(screen.getByText("Settling")).toBeInTheDocument();
  expect(screen.getByText("Waiting for the settlement price")).toBeInTheDocument();
});

it("has no countdown before its entry price", () => {
  show({ entryPrice: null, entryAt: null, expiresAt: null });
  expect(screen.queryByRole("timer")).not.toBeInTheDocument();
  expect(screen.getByText("Accepted, waiting for the entry price")).toBeInTheDocument();
});
