import { DocumentsPage } from "@/components/admin/documents/documents-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { staffDocumentKeys } from "@/lib/documents/staff-client";
import { listEveryAdminDocument } from "@/lib/documents/staff-data";
import { requireAdmin } from "@/lib/sessions/gate";
import { canReadArea, canWriteArea } from "@/lib/staff/area-access";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("documents");

export default async function StaffDocumentsPage() {
  const user = await requireAdmin();
  if (!canReadArea(user, "content")) return <NoAccess page="documents" />;
  const documents = await listEveryAdminDocument();
  return (
    <PageMessages namespaces={["staffDocuments"]}>
      <Seed entries={[[staffDocumentKeys.list(), documents]]}>
        <DocumentsPage mayChange={canWriteArea(user, "content")} />
      </Seed>
    </PageMessages>
  );
}
