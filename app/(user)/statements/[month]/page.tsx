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
import { AppError } from "@/lib/platform/errors";
import { formatMonth, formatUtc } from "@/lib/platform/ui/date-time";
import { requireUser } from "@/lib/sessions/page-gate";
import { getStatement } from "@/lib/statements/months";

type Props = { params: Promise<{ month: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { month } = await params;
  return pageMetadata("statements", {
    title: "statementTitle",
    values: { month: formatMonth(month) },
  });
}

export default async function StatementPage({ params }: Props) {
  const [user, { month }] = await Promise.all([requireUser(), params]);
  const [t, statement] = await Promise.all([
    getTranslations("statements"),
    getStatement(user, month).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "NOT_FOUND") notFound();
      throw error;
    }),
  ]);
  const title = t("statementTitle", { month: formatMonth(month) });
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
        <StatementView statement={statement} />
      </Page>
    </Messages>
  );
}
