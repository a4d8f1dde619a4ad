import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DocumentView } from "@/components/documents/document-view";
import { currentUser } from "@/lib/accounts/gate";
import { findDocument, listLanguages } from "@/lib/documents/data";
import { renderMarkdown } from "@/lib/documents/markdown";
import { languageSchema } from "@/lib/documents/schema";
import type { DocumentType } from "@/lib/documents/types";
import { loadPublicConfig } from "@/lib/settings/data";

/** Title and description of one of the public texts. */
export async function documentMetadata(type: DocumentType): Promise<Metadata> {
  const t = await getTranslations(`documents.${type}`);
  return { title: t("title"), description: t("description"), keywords: t("keywords") };
}

/** What the address of a public text can carry: ?lang=de */
export type DocumentParams = Promise<{ lang?: string | string[] }>;

const DEFAULT_LANGUAGE = "en";

/** One of the public texts: rendered on the server, or "Not published yet". */
export async function DocumentPage({
  type,
  searchParams,
}: {
  type: DocumentType;
  searchParams: DocumentParams;
}) {
  const asked = languageSchema.safeParse((await searchParams).lang);
  const [config, languages, user, t] = await Promise.all([
    loadPublicConfig(),
    listLanguages(type),
    currentUser(),
    getTranslations(`documents.${type}`),
  ]);
  const isWritten = asked.success && languages.includes(asked.data);
  const language = isWritten ? asked.data : DEFAULT_LANGUAGE;
  const document = await findDocument(type, language);
  return (
    <DocumentView
      config={config}
      isSignedIn={user !== null}
      title={document?.title ?? t("title")}
      updatedAt={document?.updatedAt ?? null}
      text={document ? renderMarkdown(document.content) : null}
      language={language}
      languages={languages.map((code) => ({
        code,
        href: code === DEFAULT_LANGUAGE ? `/${type}` : `/${type}?lang=${code}`,
      }))}
    />
  );
}
