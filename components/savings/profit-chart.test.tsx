import { screen, within } from "@testing-library/react";
import type { SavingRecordDto } from "@/lib/savings/schema";
import { renderUi } from "@/tests/support/screens/render";
import { ProfitChart } from "./profit-chart";

const record = (id: string, changes: Partial<SavingRecordDto>): SavingRecordDto => ({
  id,
  number: "7",
  savingId: "plan",
  name: `Saving ${id}`,
  type: "flexible",
  currency: "USDT",
  principal: "100.000000",
  dailyRate: "0.001",
  durationDays: null,
  status: "active",
  accrued: "0.000000",
  daysAccrued: 1,
  profitAtMaturity: null,
  startsAt: "2026-11-01T00:00:00.000Z",
  maturesAt: null,
  fundedUntil: null,
  fundingShort: false,
  refundNow: null,
  createdAt: "2026-10-31T12:00:00.000Z",
  closedAt: null,
  paidPrincipal: null,
  paidProfit: null,
  autoRenew: "none",
  minDailyRate: null,
  notRenewed: null,
  renewedFrom: null,
  ...changes,
});

const widths = (table: HTMLElement) =>
  [...table.querySelectorAll("svg")].map((svg) =>
    Number(svg.lastElementChild?.getAttribute("width")),
  );

it("shows the profit of each saving by currency, as a table with bars", () => {
  renderUi(
    <ProfitChart
      records={[
        record("1", { accrued: "2.000000" }),
        record("2", { accrued: "9.000000", paidProfit: "1.000000" }),
        record("3", { currency: "XAUT", accrued: "0.500000" }),
        record("4", { accrued: "0.000000" }),
      ]}
    />,
  );
  const [usdt, xaut] = screen.getAllByRole("table");
  expect(
    within(usdt!)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringMatching(/^Saving 1.*2\.00\sUSDT$/),
    expect.stringMatching(/^Saving 2.*1\.00\sUSDT$/),
  ]);
  expect(widths(usdt!)).toEqual([100, 50]);
  expect(within(xaut!).getByRole("rowheader")).toHaveTextContent("Saving 3");
  expect(widths(xaut!)).toEqual([100]);
});

it("is not there while there is nothing to compare", () => {
  const { container } = renderUi(
    <ProfitChart records={[record("1", { accrued: "2" }), record("2", {})]} />,
  );
  expect(container.querySelector("table")).toBeNull();
});
