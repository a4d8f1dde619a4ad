import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DocumentView } from "@/components/documents/document-view";
import { currentUser } from "@/lib/accounts/gate";
import { findDocument } from "@/lib/documents/data";
import { renderMarkdown } from "@/lib/documents/markdown";
import type { DocumentType } from "@/lib/documents/schema";
import { loadPublicConfig } from "@/lib/settings/data";

/** Title and description of one of the public texts. */
export async function documentMetadata(type: DocumentType): Promise<Metadata> {
  const t = await getTranslations(`documents.${type}`);
  return { title: t("title"), description: t("description"), keywords: t("keywords") };
}

/** One of the public texts: rendered on the server, or "Not published yet". */
export async function DocumentPage({ type }: { type: DocumentType }) {
  const [config, document, user, t] = await Promise.all([
    loadPublicConfig(),
    findDocument(type),
    currentUser(),
    getTranslations(`documents.${type}`),
  ]);
  return (
    <DocumentView
      config={config}
      isSignedIn={user !== null}
      title={document?.title ?? t("title")}
      updatedAt={document?.updatedAt ?? null}
      text={document ? renderMarkdown(document.content) : null}
    />
  );
}
