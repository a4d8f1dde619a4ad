import type { Metadata } from "next";
import { cache } from "react";
import { forTitle } from "@/app/for-title";
import { loadById } from "@/app/load-by-id";
import { DocumentEditor } from "@/components/admin/documents/document-editor";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { staffDocumentKeys } from "@/lib/documents/staff-client";
import { getAdminDocument } from "@/lib/documents/staff-data";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { NoAccess, staffMetadata } from "../../staff-page";

type Props = { params: Promise<{ id: string }> };

/** The document of the address, or null for staff who may not see content. @throws Next's not found where there is none. */
const loadDocument = cache(async (address: string) => {
  if (!may(await requireAdmin(), "documents.read")) return null;
  return loadById(address, getAdminDocument);
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await forTitle(loadDocument((await params).id));
  return staffMetadata("documents");
}

export default async function StaffDocumentPage({ params }: Props) {
  const [user, document] = await Promise.all([requireAdmin(), loadDocument((await params).id)]);
  if (document === null) return <NoAccess page="documents" />;
  return (
    <PageMessages namespaces={["staffDocuments", "errors.documents"]}>
      <Seed entries={[[staffDocumentKeys.one(document.id), document]]}>
        <DocumentEditor document={document} mayChange={may(user, "documents.edit")} />
      </Seed>
    </PageMessages>
  );
}
