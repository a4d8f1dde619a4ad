import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TransparencyReport } from "@/components/transparency/report/report";
import { ReportLayout } from "@/components/transparency/report/report-layout";
import { getReport } from "@/lib/board/report";
import { siteOrigin } from "@/lib/platform/env";
import { currentUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("transparency");
  return { title: t("title"), description: t("description"), keywords: t("keywords") };
}

export default async function TransparencyPage() {
  const [report, config, user] = await Promise.all([
    getReport(),
    loadPublicConfig(),
    currentUser(),
  ]);
  return (
    <ReportLayout config={config} isSignedIn={user !== null}>
      <TransparencyReport report={report} site={siteOrigin()} />
    </ReportLayout>
  );
}
