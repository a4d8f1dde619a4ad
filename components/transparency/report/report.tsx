import { useTranslations } from "next-intl";
import { PageTitle } from "@/components/layout/page";
import { PrintButton } from "@/components/layout/print-button";
import { buttonClass } from "@/components/ui/button";
import { Pill } from "@/components/ui/display/pill";
import type { Report } from "@/lib/board/report";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { Board } from "./board";
import { HowToCheck } from "./how-to-check";
import { Sources } from "./sources";
import { Totals } from "./totals";

/**
 * All that anybody can check, figures first.
 * @param props.site the address of the site, for commands
 */
export function TransparencyReport({ report, site }: { report: Report; site: string }) {
  const t = useTranslations("transparency");
  const [newest] = report.liabilities;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <PageTitle className="text-page [overflow-wrap:anywhere]">{t("heading")}</PageTitle>
          <p className="mt-1 text-text-2">
            {newest ? t("asOf", { at: formatUtc(newest.at, { style: "dateTime" }) }) : t("notYet")}
          </p>
          {report.reserves.isDemo ? (
            <p className="mt-2 flex flex-wrap items-center gap-2 text-caption">
              <Pill tone="info">{t("demo")}</Pill>
              <span>{t("demoText")}</span>
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-3" data-print="hide">
          <PrintButton />
          {/* No page of the application: it is a file that needs nothing of this site. */}
          <a href="/verify.html" className={buttonClass({ variant: "outline" })}>
            {t("checkReceipt")}
          </a>
        </div>
      </div>
      <div className="mt-6 space-y-4">
        <Totals report={report} />
        <Board board={report.board} />
        <HowToCheck site={site} />
        <Sources report={report} />
      </div>
    </>
  );
}
