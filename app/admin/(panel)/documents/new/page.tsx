import { NewDocument } from "@/components/admin/documents/new-document";
import { PageMessages } from "@/components/app/messages";
import { languageSchema } from "@/lib/documents/schema";
import { documentTypes } from "@/lib/documents/types";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import type { PageParams } from "../../seed-of-list";
import { NoAccess, staffMetadata } from "../../staff-page";

export const generateMetadata = () => staffMetadata("documents");

export default async function NewDocumentPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!may(user, "documents.edit")) return <NoAccess page="documents" />;
  const params = await searchParams;
  const language = languageSchema.safeParse(params.language);
  return (
    <PageMessages namespaces={["staffDocuments", "errors.documents"]}>
      <NewDocument
        type={documentTypes.find((type) => type === params.type) ?? documentTypes[0]}
        language={language.success ? language.data : ""}
      />
    </PageMessages>
  );
}
