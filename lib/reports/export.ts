import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { getReport } from "./data";
import type { ReportPeriodDto, ReportQuery } from "./schema";

const HEADER = csvHeader("fromDay", "toDay", "part", "name", "currency", "figure", "value");

type Cells = [
  part: string,
  name: string,
  currency: string,
  figure: string,
  value: string | number | null,
];

/** One figure a line, so that a spreadsheet can make any table of them. */
function linesOf({ money, house, owed, decisions }: ReportPeriodDto): Cells[] {
  return [
    ...money.flatMap(({ currency, ...figures }): Cells[] =>
      Object.entries(figures).map(([figure, value]) => ["money", "", currency, figure, value]),
    ),
    ...house.flatMap(({ product, currency, ...figures }): Cells[] =>
      Object.entries(figures).map(([figure, value]) => ["house", product, currency, figure, value]),
    ),
    ...owed.flatMap(({ currency, ...figures }): Cells[] =>
      Object.entries(figures).map(([figure, value]) => ["owed", "", currency, figure, value]),
    ),
    ...Object.entries(decisions).flatMap(([kind, figures]): Cells[] =>
      Object.entries(figures).map(([figure, value]) => ["decisions", kind, "", figure, value]),
    ),
  ];
}

/** A report as a CSV download. */
export async function exportReport(query: ReportQuery): Promise<Response> {
  const { periods } = await getReport(query);
  const rows = periods.flatMap((period) =>
    linesOf(period).map((cells) => [period.from, period.to, ...cells]),
  );
  return csvResponse(`report-by-${query.by}`, HEADER, rows);
}
