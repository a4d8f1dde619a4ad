import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { accountKeys } from "@/lib/accounts/client";
import { savingKeys } from "@/lib/savings/client";
import type { SavingDto, SavingRecordDto } from "@/lib/savings/schema";
import { renderUi } from "./render";

export const plan: SavingDto = {
  id: "plan",
  name: "Thirty days",
  type: "fixed",
  currency: "USDT",
  dailyRate: "0.00011",
  durationDays: 30,
  minAmount: "10.000000",
  maxAmount: "5000.000000",
  capacity: "10000.000000",
  subscribed: "9500.000000",
  own: "0.000000",
  subscribable: "500.000000",
  isActive: true,
  description: "",
};

export const record: SavingRecordDto = {
  id: "record",
  number: "7",
  savingId: "plan",
  name: "Thirty days",
  type: "fixed",
  currency: "USDT",
  principal: "1000.000000",
  dailyRate: "0.00011",
  durationDays: 30,
  status: "active",
  accrued: "1.100000",
  daysAccrued: 10,
  profitAtMaturity: "3.300000",
  startsAt: "2028-02-28T00:00:00.000Z",
  maturesAt: "2028-03-29T00:00:00.000Z",
  fundedUntil: null,
  fundingShort: false,
  refundNow: { principal: "1000.000000", profit: "0.000000" },
  createdAt: "2028-02-27T12:00:00.000Z",
  closedAt: null,
  paidPrincipal: null,
  paidProfit: null,
  autoRenew: "none",
  minDailyRate: null,
  notRenewed: null,
  renewedFrom: null,
};

export const balance = {
  balances: {
    USDT: { available: "2000.000000", held: "0", escrow: "0" },
    XAUT: { available: "0", stored: "0" },
    savings: { USDT: "0", XAUT: "0" },
    ai: { USDT: "0", XAUT: "0" },
    totalUsdt: "2000",
  },
  price: "4000",
};

export const serverNow = "2028-02-27T12:00:00Z";

/** Lets a day pass, of which the page knows when it is looked at again. */
export function nextDay(): void {
  const now = Date.now;
  jest.spyOn(Date, "now").mockImplementation(() => now() + 86_400_000);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

const zero = { principal: "0.000000", accrued: "0.000000", paidProfit: "0.000000" };
/** What the server says of somebody's savings. */
export const mySavings = (records: SavingRecordDto[]) => ({
  records,
  totals: { USDT: zero, XAUT: zero },
  nextCursor: null,
});

/** The texts that an element changes to from now on. */
export function textsOf(element: HTMLElement): (string | null)[] {
  const texts: (string | null)[] = [];
  new MutationObserver(() => texts.push(element.textContent)).observe(element, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  return texts;
}

/** A page of savings, with the plan and the balance that it starts from. */
export function showSavings(element: React.ReactElement, shown = plan) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(savingKeys.plan("plan"), shown);
  client.setQueryData(accountKeys.balance(), balance);
  renderUi(<QueryClientProvider client={client}>{element}</QueryClientProvider>);
  return { user: userEvent.setup(), client };
}
