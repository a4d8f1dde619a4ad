import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Page } from "@/components/layout/page";
import { RecurringView } from "@/components/recurring/recurring-view";
import { requireUser } from "@/lib/sessions/page-gate";

export const generateMetadata = () => pageMetadata("recurring");

export default async function RecurringBuysPage() {
  await requireUser();
  const t = await getTranslations("recurring");
  return (
    <Messages namespaces={["recurring"]}>
      <Page title={t("title")} backHref="/trade" width="wide">
        <p className="max-w-[68ch] text-text-2">{t("intro")}</p>
        <RecurringView />
      </Page>
    </Messages>
  );
}
