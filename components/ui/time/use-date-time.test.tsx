import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { DataList } from "@/components/ui/display/data-list";
import { UTC } from "@/lib/platform/ui/date-time";

const ROWS = [{ id: "1", at: "2026-10-25T00:30:00Z" }];

function show(timeZone: string) {
  return render(
    <NextIntlClientProvider locale="en" timeZone={timeZone} messages={{}}>
      <DataList
        caption="Trades"
        rows={ROWS}
        rowKey={({ id }) => id}
        columns={[{ key: "at", header: "Opened", at: ({ at }) => at }]}
        card={({ id }) => ({ title: id })}
      />
    </NextIntlClientProvider>,
  );
}

describe("times in a list", () => {
  it.each([
    ["Europe/Berlin", "Opened (Berlin)", "25 Oct 2026, 02:30"],
    ["America/New_York", "Opened (New York)", "24 Oct 2026, 20:30"],
    [UTC, "Opened (UTC)", "25 Oct 2026, 00:30"],
  ])("are in %s where their reader chose it, which the heading names", (zone, heading, time) => {
    show(zone);
    expect(screen.getByRole("columnheader")).toHaveTextContent(heading);
    expect(screen.getByText(time)).toBeInTheDocument();
  });
});

/** What is a day of UTC by a rule, the same for all readers, or proof of a recorded time. */
const IN_UTC = [
  "app/(user)/statements/[month]/page.tsx",
  "components/accounts/site-summary.tsx",
  "components/admin/overview/overview.tsx",
  "components/admin/public-log/published-cards.tsx",
  "components/admin/reports/report-tables.tsx",
  "components/admin/savings/records-list.tsx",
  "components/admin/trades/trades-page.tsx",
  "components/app/period-text.ts",
  "components/charts/totals-by-day.tsx",
  "components/documents/document-view.tsx",
  "components/home/open-things.tsx",
  "components/recurring/recurring-view.tsx",
  "components/savings/profit-chart.tsx",
  "components/savings/projection.tsx",
  "components/savings/refund-review.tsx",
  "components/savings/saving-card.tsx",
  "components/statements/statement-view.tsx",
  // A public report of days of UTC, the same for every reader.
  "components/transparency/report/board.tsx",
  "components/transparency/report/prices-chart.tsx",
  "components/transparency/report/report.tsx",
  "components/transparency/report/sources.tsx",
  "components/transparency/report/totals.tsx",
];
/** The hook itself, and charts, whose days are those of UTC. */
const IN_A_GIVEN_ZONE = [
  "components/charts/candle-canvas.tsx",
  "components/charts/candle-chart.tsx",
  "components/charts/drawing/paint-axes.ts",
  "components/charts/drawing/time-marks.ts",
  "components/ui/time/use-date-time.ts",
];

function sourcesWith(pattern: RegExp): string[] {
  return ["app", "components"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => pattern.test(readFileSync(file, "utf8")))
    .sort();
}

describe("times on screens", () => {
  it("go through their reader's choice, except for days that are of UTC by a rule", () => {
    expect(sourcesWith(/\bformatUtc\b/)).toEqual(IN_UTC);
    expect(sourcesWith(/import \{[^}]*\bformatDateTime\b[^}]*\} from/)).toEqual(IN_A_GIVEN_ZONE);
    expect(sourcesWith(/toLocale(Date|Time)?String\(|\bDateTimeFormat\(|useFormatter\(/)).toEqual([
      "components/ui/choices/times.ts",
    ]);
  });
});
