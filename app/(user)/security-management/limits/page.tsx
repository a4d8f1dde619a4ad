import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { LimitsView } from "@/components/protection/limits-view";
import { ownLimitsKey } from "@/lib/protection/client";
import { ownLimitsOf } from "@/lib/protection/data";
import { requireUser } from "@/lib/sessions/page-gate";

export const generateMetadata = () => pageMetadata("limits");

export default async function LimitsPage() {
  const { userId } = await requireUser();
  const [t, state] = await Promise.all([getTranslations("limits"), ownLimitsOf(userId)]);
  return (
    <Messages
      namespaces={[
        "limits",
        "errors.common",
        "errors.input",
        "errors.protection",
        "errors.trading",
      ]}
    >
      <Seed entries={[[ownLimitsKey, state]]}>
        <Page title={t("title")} backHref="/security-management">
          <LimitsView />
        </Page>
      </Seed>
    </Messages>
  );
}
