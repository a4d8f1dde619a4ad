import { useTranslations } from "next-intl";
import { nameOfLanguage } from "@/lib/platform/text/preferred";
import { formatUtc } from "@/lib/platform/ui/date-time";
import type { PublicConfig } from "@/lib/settings/schema";
import { LanguageSwitch } from "../app/language/language-switch";
import { SiteBanners } from "../app/site-banners";
import { DocumentLayout } from "../layout/document-layout";
import { TextLink } from "../ui/text-link";
import { LegalLinks } from "./legal-links";

export interface DocumentViewProps {
  config: PublicConfig;
  isSignedIn: boolean;
  title: string;
  updatedAt: string | null;
  /** Sanitised HTML with its headings; null when nothing is published. */
  text: { html: string; contents: { id: string; text: string; level: 2 | 3 }[] } | null;
  /** The language of the text. */
  language: string;
  /** Languages that the text is published in, with their addresses. */
  languages: { code: string; href: string }[];
}

/** A public text with its contents list. */
export function DocumentView(props: DocumentViewProps) {
  const { config, isSignedIn, title, updatedAt, text, language, languages } = props;
  const t = useTranslations();
  return (
    <DocumentLayout
      siteName={config.siteName}
      logoSrc={config.logoUrl}
      title={title}
      updated={updatedAt ? formatUtc(updatedAt, { style: "date" }) : undefined}
      contents={text?.contents}
      banner={<SiteBanners config={config} />}
      actions={
        <TextLink look="action" href={isSignedIn ? "/" : "/login"}>
          {isSignedIn ? t("documents.home") : t("documents.login")}
        </TextLink>
      }
      footer={
        <>
          {languages.length > 1 ? <LanguageLinks current={language} languages={languages} /> : null}
          <LegalLinks />
          <LanguageSwitch />
        </>
      }
    >
      {text === null ? null : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by renderMarkdown
        <div lang={language} dangerouslySetInnerHTML={{ __html: text.html }} />
      )}
    </DocumentLayout>
  );
}

/** The same text in other languages, each under its own name. */
function LanguageLinks({
  current,
  languages,
}: {
  current: string;
  languages: DocumentViewProps["languages"];
}) {
  const t = useTranslations("documents");
  return (
    <nav aria-label={t("languages")}>
      <ul className="flex flex-wrap justify-center gap-x-4">
        {languages.map(({ code, href }) => (
          <li key={code} lang={code}>
            <TextLink
              look="quiet"
              href={href}
              hrefLang={code}
              aria-current={code === current ? "page" : undefined}
            >
              {nameOfLanguage(code)}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
