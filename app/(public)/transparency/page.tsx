import { publicPageMetadata } from "@/app/page-metadata";
import { TransparencyReport } from "@/components/transparency/report/report";
import { ReportLayout } from "@/components/transparency/report/report-layout";
import { getReport } from "@/lib/board/report";
import { siteOrigin } from "@/lib/platform/env";
import { currentUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";

export const generateMetadata = () => publicPageMetadata("transparency", "/transparency");

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
