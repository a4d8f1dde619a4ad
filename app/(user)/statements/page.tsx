import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Page } from "@/components/layout/page";
import { MonthList } from "@/components/statements/month-list";
import { YearList } from "@/components/statements/year-list";
import { requireUser } from "@/lib/sessions/page-gate";
import { yearsOf } from "@/lib/statements/figures-rules";
import { listMonths } from "@/lib/statements/months";

export const generateMetadata = () => pageMetadata("statements");

export default async function StatementsPage() {
  const { userId } = await requireUser();
  const [t, months] = await Promise.all([getTranslations("statements"), listMonths(userId)]);
  return (
    <Messages namespaces={["statements"]}>
      <Page title={t("title")} backHref="/transaction-history" width="wide">
        <p className="text-text-2">{t("intro")}</p>
        <YearList years={yearsOf(months)} />
        <MonthList months={months} />
      </Page>
    </Messages>
  );
}
