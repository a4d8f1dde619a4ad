"use client";

import { useTranslations } from "next-intl";
import { AdminPage } from "@/components/layout/admin-shell";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { TextLink } from "@/components/ui/text-link";
import type { DocumentType } from "@/lib/documents/types";
import { DocumentLoading } from "./document-loading";

// Comes after the page: it brings the library of forms.
const NewDocumentForm = lazyPart(
  () => import("./new-document-form").then((module) => module.NewDocumentForm),
  DocumentLoading,
);

/** A document in a language that it is not written in yet. */
export function NewDocument(props: { type: DocumentType; language: string }) {
  const t = useTranslations("staffDocuments");
  return (
    <AdminPage
      title={t("newTitle")}
      breadcrumb={
        <TextLink look="action" href="/admin/documents">
          {t("back")}
        </TextLink>
      }
    >
      <NewDocumentForm {...props} />
    </AdminPage>
  );
}
