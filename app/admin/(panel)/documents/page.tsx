import { DocumentsPage } from "@/components/admin/documents/documents-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { staffDocumentKeys } from "@/lib/documents/staff-client";
import { listEveryAdminDocument } from "@/lib/documents/staff-data";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("documents");

export default async function StaffDocumentsPage() {
  const user = await requireAdmin();
  if (!may(user, "documents.read")) return <NoAccess page="documents" />;
  const documents = await listEveryAdminDocument();
  return (
    <PageMessages namespaces={["staffDocuments"]}>
      <Seed entries={[[staffDocumentKeys.list(), documents]]}>
        <DocumentsPage mayChange={may(user, "documents.edit")} />
      </Seed>
    </PageMessages>
  );
}
