"use client";

import { useTranslations } from "next-intl";
import { AdminPage } from "@/components/layout/admin-shell";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { TextLink } from "@/components/ui/text-link";
import { useAdminDocument } from "@/lib/documents/staff-client";
import type { AdminDocumentDto } from "@/lib/documents/staff-schema";
import { DocumentActions } from "./document-actions";
import { DocumentLoading } from "./document-loading";
import { languageName } from "./language-name";

// Comes after the page: it brings the library of forms.
const DocumentForm = lazyPart(
  () => import("./document-form").then((module) => module.DocumentForm),
  DocumentLoading,
);

/** One document: its text with a preview, whether it is public, and its versions. */
export function DocumentEditor({
  document: loaded,
  mayChange,
}: {
  document: AdminDocumentDto;
  mayChange: boolean;
}) {
  const t = useTranslations("staffDocuments");
  const document = useAdminDocument(loaded.id).data ?? loaded;
  return (
    <AdminPage
      title={t("editTitle", {
        type: t(`types.${document.type}`),
        language: languageName(document.language),
      })}
      breadcrumb={
        <TextLink look="action" href={`/admin/documents?language=${document.language}`}>
          {t("back")}
        </TextLink>
      }
      actions={<DocumentActions document={document} mayChange={mayChange} />}
    >
      <DocumentForm document={document} mayChange={mayChange} />
    </AdminPage>
  );
}
