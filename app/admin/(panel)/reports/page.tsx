import { REPORT_FILTERS } from "@/components/admin/lists/list-names";
import { ReportsPage } from "@/components/admin/reports/reports-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { reportKeys } from "@/lib/reports/client";
import { getReport } from "@/lib/reports/data";
import { reportQuery } from "@/lib/reports/schema";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("reports");

export default async function StaffPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "reports.read")) return <NoAccess page="reports" />;
  const entries = await seedOfList(await searchParams, REPORT_FILTERS, {
    key: reportKeys.report,
    schema: reportQuery,
    load: getReport,
  });
  return (
    <PageMessages namespaces={["staffReports"]}>
      <Seed entries={entries}>
        <ReportsPage />
      </Seed>
    </PageMessages>
  );
}
