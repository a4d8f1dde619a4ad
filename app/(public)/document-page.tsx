import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { forTitle } from "@/app/for-title";
import { DocumentView } from "@/components/documents/document-view";
import { findDocument, listLanguages } from "@/lib/documents/data";
import { renderMarkdown } from "@/lib/documents/markdown";
import { languageSchema } from "@/lib/documents/schema";
import type { DocumentType } from "@/lib/documents/types";
import { currentUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";
import { documentLanguages } from "./document-languages";

/** Without a language in its address a public text is in the reader's own, for whoever has none in English. */
const DEFAULT_LANGUAGE = "en";

/** What the address of a public text can carry: ?lang=de */
export type DocumentParams = Promise<{ lang?: string | string[] }>;

type Props = { type: DocumentType; searchParams: DocumentParams };

/**
 * The text in the language that the address asks for, else in that of the page, or else in English, with the languages
 * there are; once a request.
 */
const loadText = cache(async (type: DocumentType, lang: string | string[] | undefined) => {
  const asked = languageSchema.safeParse(lang);
  const [languages, locale] = await Promise.all([listLanguages(type), getLocale()]);
  const wanted = lang === undefined ? locale : asked.data;
  const language = languages.find((code) => code === wanted) ?? DEFAULT_LANGUAGE;
  return { language, languages, document: await findDocument(type, language) };
});

/** Title and description of one of the public texts: its own title, once there is one. */
export async function documentMetadata({ type, searchParams }: Props): Promise<Metadata> {
  const { lang } = await searchParams;
  const [text, t] = await Promise.all([
    forTitle(loadText(type, lang)),
    getTranslations(`documents.${type}`),
  ]);
  return {
    title: text?.document?.title ?? t("title"),
    description: t("description"),
    keywords: t("keywords"),
    alternates: text
      ? {
          // The address without a language is one of its own: what it shows depends on the reader.
          canonical: lang === text.language ? `/${type}?lang=${lang}` : `/${type}`,
          languages: documentLanguages(type, text.languages),
        }
      : undefined,
  };
}

/** One of the public texts: rendered on the server, or "Not published yet". */
export async function DocumentPage({ type, searchParams }: Props) {
  const [{ document, language, languages }, config, user, t] = await Promise.all([
    loadText(type, (await searchParams).lang),
    loadPublicConfig(),
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
      language={language}
      languages={languages.map((code) => ({
        code,
        href: `/${type}?lang=${code}`,
      }))}
    />
  );
}
