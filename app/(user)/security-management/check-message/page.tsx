import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Page } from "@/components/layout/page";
import { CheckMessage } from "@/components/security/check-message";
import { getSiteFacts } from "@/lib/security/message-data";
import { requireUser } from "@/lib/sessions/page-gate";

export const generateMetadata = () => pageMetadata("checkMessage");

export default async function CheckMessagePage() {
  await requireUser();
  const [t, facts] = await Promise.all([getTranslations("checkMessage"), getSiteFacts()]);
  return (
    <Messages namespaces={["checkMessage"]}>
      <Page title={t("title")} backHref="/security-management">
        <p className="text-text-2">{t("text")}</p>
        <CheckMessage facts={facts} />
        <ul className="list-disc space-y-2 pl-5 text-text-2">
          <li>{t("never")}</li>
          <li>{t("sender", { sender: facts.sender })}</li>
          <li>{t("phrase")}</li>
        </ul>
      </Page>
    </Messages>
  );
}
