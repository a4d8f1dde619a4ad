import { act, screen } from "@testing-library/react";
import { setBalancesHidden } from "@/components/ui/choices/hide-balances";
import type { OptionReceipt, SpotReceipt } from "@/lib/trading/receipt-schema";
import { renderUi } from "@/tests/support/screens/render";
import { openOption } from "@/tests/support/trading";
import { OptionReceiptRows } from "./options/option-receipt";
import { SpotReceiptRows } from "./spot/spot-receipt";

const trade = openOption({
  status: "won",
  amount: "77.000000",
  exitPrice: "4001.00",
  payout: "138.600000",
  pnl: "61.600000",
  settledAt: "2026-11-20T10:00:31.000Z",
  exitTickId: "2",
});
const unproved = {
  log: null,
  record: null,
  salt: null,
  proofs: {
    accepted: null,
    settled: null,
    entryTick: null,
    exitTick: null,
    tickAfterExit: null,
    tickBeforeEntry: null,
  },
  missing: {},
};
const option: OptionReceipt = {
  ...unproved,
  kind: "option",
  trade,
  openedAt: "2026-11-20T10:00:00.000000Z",
  expiresAt: "2026-11-20T10:00:31.000000Z",
  entryDelayMs: 2000,
  passedOverTicks: [],
  entryTick: null,
  exitTick: null,
  tickBeforeEntry: null,
  tickAfterExit: null,
  gap: null,
  arithmetic: {
    difference: "1.00",
    outcome: "won",
    stake: "77.000000",
    payoutRate: "0.80",
    gainIfRight: "61.600000",
    payout: "138.600000",
    pnl: "61.600000",
  },
};
const spot: SpotReceipt = {
  ...unproved,
  kind: "spot",
  order: null,
  trade: {
    ...trade,
    type: "manual",
    status: "filled",
    direction: null,
    side: "sell",
    amount: "0.770000",
    currency: "XAUT",
    received: "3077.000000",
    receivedCurrency: "USDT",
    payoutRate: null,
    duration: null,
  },
  openedAt: "2026-11-20T10:00:00.000000Z",
  passedOverTicks: [],
  entryTick: null,
  tickBeforeEntry: null,
  tickAfterEntry: null,
  arithmetic: {
    spread: "0.001",
    price: "4000.00",
    gross: "3080.000000",
    feeRate: "0.001",
    fee: "3.080000",
    received: "3077.000000",
    closed: {
      positionQuantity: "0.900000",
      positionCost: "3500.000000",
      averageCost: "3888.00",
      quantity: "0.770000",
      cost: "2994.000000",
      proceeds: "3077.000000",
      pnl: "83.000000",
    },
  },
};
const AMOUNT = /\d\s(USDT|XAUT)/;

afterEach(() => act(() => setBalancesHidden(false)));

it.each([
  ["an option", <OptionReceiptRows key="option" receipt={option} />, "+61.60 USDT", 5],
  ["a spot trade", <SpotReceiptRows key="spot" receipt={spot} />, "+83.00 USDT", 11],
])("hides every amount of %s with the eye button, and no price", (_, receipt, result, amounts) => {
  const { container } = renderUi(receipt);
  expect(container).toHaveTextContent(result);
  act(() => setBalancesHidden(true));
  expect(screen.getAllByText("••••")).toHaveLength(amounts);
  expect(container).not.toHaveTextContent(AMOUNT);
});
