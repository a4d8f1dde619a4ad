"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { CsvButton } from "@/components/app/csv-button";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button, ButtonLink } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { QueryState } from "@/components/ui/display/query-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { DAY_MS } from "@/lib/platform/calendar";
import { messageOf } from "@/lib/platform/client/api";
import { useReport } from "@/lib/reports/client";
import { REPORT_STEPS } from "@/lib/reports/rules";
import type { ReportPeriodDto, ReportResponse } from "@/lib/reports/schema";
import { DayFilter, ListFilters } from "../lists/list-filters";
import { REPORT_FILTERS } from "../lists/list-names";
import { type ListUrl, useListUrl } from "../lists/use-list-url";
import { ReportTables } from "./report-tables";

const PATH = "/admin/reports";

/** Money in and out, the house's result, what is owed to users and staff's times, by day, week or month. */
export function ReportsPage() {
  const t = useTranslations("staffReports");
  const url = useListUrl(REPORT_FILTERS);
  const answer = useReport(url.query);
  return (
    <AdminPage
      title={t("title")}
      actions={
        <>
          <Button
            variant="outline"
            icon={<Printer aria-hidden="true" />}
            data-print="hide"
            onClick={() => window.print()}
          >
            {t("print")}
          </Button>
          <CsvButton path={PATH} query={url.query} />
        </>
      }
      className="space-y-6"
    >
      <Steps url={url} />
      {answer.data ? (
        <>
          {answer.isError ? (
            <Banner tone="error" live>
              {t("failed", { reason: messageOf(answer.error) })}
            </Banner>
          ) : null}
          <ReportTables report={answer.data} />
          <Ways url={url} report={answer.data} />
        </>
      ) : (
        <QueryState
          query={answer}
          label={t("title")}
          rows={12}
          rowClass="h-9"
          text={(reason) => t("failed", { reason })}
        />
      )}
    </AdminPage>
  );
}

function Steps({ url }: { url: ListUrl }) {
  const t = useTranslations("staffReports");
  const by = url.filters.by ?? "day";
  return (
    <div className="flex flex-wrap items-end justify-between gap-3" data-print="hide">
      <FilterChips
        label={t("by")}
        items={REPORT_STEPS.map((step) => ({
          href: url.hrefOf({ by: step === "day" ? null : step }),
          label: t(`steps.${step}`),
          active: step === by,
        }))}
      />
      <ListFilters>
        <DayFilter url={url} name="until" label={t("until")} />
      </ListFilters>
    </div>
  );
}

const dayBefore = ({ from }: ReportPeriodDto) =>
  new Date(Date.parse(from) - DAY_MS).toISOString().slice(0, 10);

/** To the periods before these, and back to the newest. */
function Ways({ url, report }: { url: ListUrl; report: ReportResponse }) {
  const t = useTranslations("staffReports");
  const oldest = report.periods.at(-1);
  return (
    <nav aria-label={t("ways")} className="flex flex-wrap gap-3" data-print="hide">
      {oldest && oldest.from > "1970-02" ? (
        <ButtonLink variant="outline" href={url.hrefOf({ until: dayBefore(oldest) })}>
          {t("earlier")}
        </ButtonLink>
      ) : null}
      {url.filters.until ? (
        <ButtonLink variant="outline" href={url.hrefOf({ until: null })}>
          {t("newest")}
        </ButtonLink>
      ) : null}
    </nav>
  );
}
