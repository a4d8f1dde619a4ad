import { notFound } from "next/navigation";
import { DocumentEditor } from "@/components/admin/documents/document-editor";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed";
import { maySeeArea, mayUseArea } from "@/lib/accounts/area-access";
import { requireAdmin } from "@/lib/accounts/gate";
import { staffDocumentKeys } from "@/lib/documents/staff-client";
import { getAdminDocument } from "@/lib/documents/staff-data";
import { AppError } from "@/lib/platform/errors";
import { idParams } from "@/lib/platform/http";
import { NoAccess, staffMetadata } from "../../staff-page";

type Props = { params: Promise<{ id: string }> };

export const generateMetadata = () => staffMetadata("documents");

export default async function StaffDocumentPage({ params }: Props) {
  const user = await requireAdmin();
  if (!maySeeArea(user, "content")) return <NoAccess page="documents" />;
  const id = idParams.safeParse(await params);
  if (!id.success) notFound();
  const document = await getAdminDocument(id.data.id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "NOT_FOUND") notFound();
    throw error;
  });
  return (
    <PageMessages namespaces={["staffDocuments"]}>
      <Seed entries={[[staffDocumentKeys.one(document.id), document]]}>
        <DocumentEditor document={document} mayChange={mayUseArea(user, "content")} />
      </Seed>
    </PageMessages>
  );
}
