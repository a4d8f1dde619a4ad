"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/display/card";
import type { ReportPeriodDto } from "@/lib/reports/schema";

/** A column of a report. */
export type ReportColumn = {
  key: string;
  header: string;
  cell: (period: ReportPeriodDto) => ReactNode;
  /** Over all periods; absent where such a sum means nothing. */
  sum?: string;
  strong?: boolean;
  /** Not worth a line on a card. */
  isEmpty?: (period: ReportPeriodDto) => boolean;
};

export interface ReportTableProps {
  caption: string;
  hint?: string;
  periods: readonly ReportPeriodDto[];
  nameOf: (period: ReportPeriodDto) => string;
  columns: readonly ReportColumn[];
}

/** One table of a report: a line a period, and what they come to. Where it is narrow a card a period. */
export function ReportTable({ caption, hint, periods, nameOf, columns }: ReportTableProps) {
  const t = useTranslations("staffReports");
  const hasSums = columns.some(({ sum }) => sum !== undefined);
  const cell = "px-3 py-1.5 print:px-1";
  const lively = periods.filter((period) => columns.some(({ isEmpty }) => !isEmpty?.(period)));
  return (
    <section aria-label={caption} className="@container break-inside-avoid-page">
      <h2 className="font-semibold text-section">{caption}</h2>
      {hint ? <p className="text-caption text-text-2">{hint}</p> : null}
      <ul className="mt-2 space-y-2 @[960px]:hidden print:hidden">
        {lively.length === 0 ? <li className="text-text-2">{t("nothing")}</li> : null}
        {lively.map((period) => (
          <PeriodCard key={period.from} name={nameOf(period)} period={period} columns={columns} />
        ))}
      </ul>
      <Card
        padding="none"
        className="relative mt-2 hidden overflow-x-auto @[960px]:block print:block print:overflow-visible"
      >
        <table className="w-full text-caption print:text-[0.625rem]">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className={clsx(cell, "text-left font-medium text-text-2")}>
                {t("period")}
              </th>
              {columns.map(({ key, header }) => (
                <th
                  key={key}
                  scope="col"
                  className={clsx(cell, "text-right align-bottom font-medium text-text-2")}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map((period) => (
              <tr key={period.from} className="h-9 border-line border-b last:border-b-0">
                <th scope="row" className={clsx(cell, "whitespace-nowrap text-left font-normal")}>
                  {nameOf(period)}
                </th>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={clsx(
                      cell,
                      "whitespace-nowrap text-right",
                      column.strong && "font-semibold",
                      column.isEmpty?.(period) && "text-text-2",
                    )}
                  >
                    {column.cell(period)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {hasSums ? (
            <tfoot>
              <tr className="h-9 border-control border-t font-semibold">
                <th scope="row" className={clsx(cell, "text-left")}>
                  {t("all")}
                </th>
                {columns.map(({ key, sum }) => (
                  <td key={key} className={clsx(cell, "whitespace-nowrap text-right")}>
                    {sum}
                  </td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </Card>
    </section>
  );
}

function PeriodCard({
  name,
  period,
  columns,
}: {
  name: string;
  period: ReportPeriodDto;
  columns: readonly ReportColumn[];
}) {
  const shown = columns.filter(({ isEmpty, strong }) => strong || !isEmpty?.(period));
  return (
    <li>
      <Card>
        <h3 className="font-medium">{name}</h3>
        <dl className="text-caption">
          {shown.map((column) => (
            <div key={column.key} className="flex flex-wrap justify-between gap-x-3 py-0.5">
              <dt className="text-text-2">{column.header}</dt>
              <dd className={clsx("ml-auto", column.strong && "font-semibold")}>
                {column.cell(period)}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </li>
  );
}
