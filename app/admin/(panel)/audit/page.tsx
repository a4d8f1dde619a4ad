import { AuditPage } from "@/components/admin/audit/audit-page";
import { AUDIT_FILTERS } from "@/components/admin/lists/list-names";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { auditKeys } from "@/lib/audit/client";
import { auditQuery } from "@/lib/audit/schema";
import { listAudit, listAuditActions } from "@/lib/audit/staff-data";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("audit");

export default async function StaffPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "audit.read")) return <NoAccess page="audit" />;
  const [entries, actions] = await Promise.all([
    seedOfList(await searchParams, AUDIT_FILTERS, {
      key: (query) => auditKeys.list(query),
      schema: auditQuery,
      load: listAudit,
    }),
    listAuditActions(),
  ]);
  return (
    <PageMessages namespaces={["security", "staffAudit"]}>
      <Seed entries={[...entries, [auditKeys.actions(), actions]]}>
        <AuditPage />
      </Seed>
    </PageMessages>
  );
}
