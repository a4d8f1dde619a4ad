import { screen, within } from "@testing-library/react";
import type { ReportPeriodDto } from "@/lib/reports/schema";
import { answerFetches } from "@/tests/support/network";
import { renderReview } from "@/tests/support/screens/staff-review";
import { ReportsPage } from "./reports-page";

// jsdom knows no <search>.
jest.mock("../lists/list-filters", () => ({
  ...jest.requireActual("../lists/list-filters"),
  ListFilters: () => null,
}));
jest.mock("next/navigation", () => ({
  usePathname: () => "/admin/reports",
  useSearchParams: () => new URLSearchParams("by=week"),
}));

const nothing = { fees: "0.000000", spread: "0.000000" };
const period = (from: string, to: string, changes: Partial<ReportPeriodDto>): ReportPeriodDto => ({
  from,
  to,
  isComplete: true,
  money: [],
  house: [],
  owed: [],
  decisions: {
    deposits: { count: 0, medianSeconds: null, p95Seconds: null },
    withdrawals: { count: 0, medianSeconds: null, p95Seconds: null },
  },
  ...changes,
});
const money = (currency: "USDT" | "XAUT", deposits: string) => ({
  currency,
  deposits,
  depositCount: 1,
  withdrawals: "0.000000",
  withdrawalCount: 0,
  funded: "0.000000",
});

const periods = [
  period("2026-11-23", "2026-11-29", {
    isComplete: false,
    money: [money("USDT", "100.000000"), money("XAUT", "2.000000")],
    house: [
      {
        product: "spot",
        currency: "USDT",
        fees: "3.000000",
        spread: "1.000000",
        result: "4.000000",
      },
      { product: "options", currency: "USDT", ...nothing, result: "-6.000000" },
      { product: "savings", currency: "XAUT", ...nothing, result: "-0.500000" },
    ],
    decisions: {
      deposits: { count: 3, medianSeconds: 720, p95Seconds: 8_040 },
      withdrawals: { count: 0, medianSeconds: null, p95Seconds: null },
    },
  }),
  period("2026-11-16", "2026-11-22", { money: [money("USDT", "50.000000")] }),
];

const cellsOf = (table: string) =>
  within(screen.getByRole("table", { name: table }))
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it("shows periods with their sums, each currency for itself", async () => {
  answerFetches(() => ({ body: { by: "week", periods } }));
  renderReview(<ReportsPage />);
  await screen.findByRole("table", { name: "Money in and out" });
  const [head, now, before, all] = cellsOf("Money in and out");
  expect(head?.slice(0, 2)).toEqual(["Period (UTC)", "Deposits (USDT)"]);
  expect(now?.slice(0, 2)).toEqual(["23 Nov 2026 – 29 Nov 2026, so far", "100.00"]);
  expect(before?.slice(0, 2)).toEqual(["16 Nov 2026 – 22 Nov 2026", "50.00"]);
  expect(all).toEqual([
    "All of these",
    "150.00",
    "0.00",
    "0.00",
    "2.000000",
    "0.000000",
    "0.000000",
  ]);
  const house = cellsOf("Result of the house in USDT");
  expect(house[1]).toEqual(expect.arrayContaining(["−6.00", "4.00", "−2.00", "3.00", "1.00"]));
  expect(cellsOf("Result of the house in XAUT")[1]).toContain("−0.500000");
  expect(cellsOf("How long people waited for staff")[1]).toEqual(
    expect.arrayContaining(["3", "12 min", "2 h 14 min", "—"]),
  );
});
