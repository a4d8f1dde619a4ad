"use client";

import { useTranslations } from "next-intl";
import { type DataColumn, DataList } from "@/components/ui/display/data-list";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount, formatRate, UNKNOWN } from "@/lib/platform/ui/format";
import type { AdminReservesDto, CoverageDto } from "@/lib/transparency/reserves/schema";

/** What is held of each coin beside what customers are owed of it. */
export function CoverageTable({ coverage, liabilitiesAt }: AdminReservesDto) {
  const t = useTranslations("staffReserves");
  const formatDateTime = useDateTime();
  const money = (row: CoverageDto, value: string | null) => formatAmount(value, row.currency);
  const ratio = (row: CoverageDto) => {
    if (row.ratio !== null) return formatRate(row.ratio);
    return row.liabilities === null ? UNKNOWN : t("nothingOwed");
  };
  const columns: DataColumn<CoverageDto>[] = [
    {
      key: "coin",
      header: t("coin"),
      cell: ({ currency }) => <span className="font-medium">{currency}</span>,
    },
    { key: "held", header: t("held"), numeric: true, cell: (row) => money(row, row.reserves) },
    { key: "proved", header: t("proved"), numeric: true, cell: (row) => money(row, row.proved) },
    { key: "owed", header: t("owed"), numeric: true, cell: (row) => money(row, row.liabilities) },
    { key: "ratio", header: t("coverage"), numeric: true, cell: ratio },
  ];
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage" className="mb-2 font-semibold text-section">
        {t("coverageTitle")}
      </h2>
      <DataList
        caption={t("coverageTitle")}
        rows={coverage}
        rowKey={({ currency }) => currency}
        columns={columns}
        card={(row) => ({
          title: row.currency,
          amount: row.ratio === null ? ratio(row) : t("covers", { rate: ratio(row) }),
          meta: t("heldOf", { held: money(row, row.reserves), owed: money(row, row.liabilities) }),
          note: t("provedOf", { proved: money(row, row.proved) }),
        })}
      />
      <p className="mt-2 text-caption text-text-2">
        {liabilitiesAt === null
          ? t("owedNever")
          : t("owedAt", { at: formatDateTime(liabilitiesAt, { zone: true }) })}
      </p>
    </section>
  );
}
