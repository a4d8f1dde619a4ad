import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { CsvButton } from "@/components/app/csv-button";
import { Messages } from "@/components/app/messages";
import { Page } from "@/components/layout/page";
import { PrintButton } from "@/components/layout/print-button";
import { PdfButton } from "@/components/statements/pdf-button";
import { StatementView } from "@/components/statements/statement-view";
import { YearView } from "@/components/statements/year-view";
import { AppError } from "@/lib/platform/errors";
import { formatMonth, formatUtc } from "@/lib/platform/ui/date-time";
import { requireUser } from "@/lib/sessions/page-gate";
import { getStatement, getYear, isYear } from "@/lib/statements/months";

type Props = { params: Promise<{ month: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { month } = await params;
  return pageMetadata("statements", { title: "statementTitle", values: { month: nameOf(month) } });
}

/** What a period of an address is called: a month or a year. */
const nameOf = (period: string) => (isYear(period) ? period : formatMonth(period));

/** A year or a month of an address. @throws AppError NOT_FOUND */
const load = (user: Parameters<typeof getYear>[0], period: string) =>
  isYear(period) ? getYear(user, period) : getStatement(user, period);

export default async function StatementPage({ params }: Props) {
  const [user, { month }] = await Promise.all([requireUser(), params]);
  const [t, statement] = await Promise.all([
    getTranslations("statements"),
    load(user, month).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "NOT_FOUND") notFound();
      throw error;
    }),
  ]);
  const title = t("statementTitle", { month: nameOf(month) });
  const soFar = statement.soFar ? `, ${t("soFar")}` : "";
  return (
    <Messages namespaces={["statements", "transactions"]}>
      <Page title={`${title}${soFar}`} backHref="/statements" width="wide">
        <p data-print="only" className="hidden">
          {t("printLine", {
            site: statement.siteName,
            user: statement.username,
            time: formatUtc(statement.madeAt),
          })}
        </p>
        <div className="flex flex-wrap gap-3" data-print="hide">
          <PdfButton month={month} />
          <CsvButton path={`/user/statements/${month}`} query={{}} />
          <PrintButton />
        </div>
        {"year" in statement ? (
          <YearView statement={statement} />
        ) : (
          <StatementView statement={statement} />
        )}
      </Page>
    </Messages>
  );
}
