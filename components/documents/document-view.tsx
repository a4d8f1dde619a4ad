import { useTranslations } from "next-intl";
import { formatDateTime } from "@/lib/platform/ui/format";
import type { PublicConfig } from "@/lib/settings/schema";
import { SiteBanners } from "../app/site-banners";
import { DocumentLayout } from "../layout/document-layout";
import { TextLink } from "../ui/text-link";

export interface DocumentViewProps {
  config: PublicConfig;
  isSignedIn: boolean;
  title: string;
  updatedAt: string | null;
  /** Sanitised HTML with its headings; null when nothing is published. */
  text: { html: string; contents: { id: string; text: string; level: 2 | 3 }[] } | null;
}

/** A public text with its contents list. */
export function DocumentView({ config, isSignedIn, title, updatedAt, text }: DocumentViewProps) {
  const t = useTranslations();
  return (
    <DocumentLayout
      siteName={config.siteName}
      logoSrc={config.logoUrl}
      title={title}
      updated={updatedAt ? formatDateTime(updatedAt, { style: "date" }) : undefined}
      contents={text?.contents}
      banner={<SiteBanners config={config} />}
      actions={
        <TextLink look="action" href={isSignedIn ? "/" : "/login"}>
          {isSignedIn ? t("documents.home") : t("documents.login")}
        </TextLink>
      }
      footer={<LegalLinks />}
    >
      {text === null ? null : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by renderMarkdown
        <div dangerouslySetInnerHTML={{ __html: text.html }} />
      )}
    </DocumentLayout>
  );
}

function LegalLinks() {
  const t = useTranslations("app.legal");
  const links = [
    ["/privacy-policy", t("privacy")],
    ["/terms-conditions", t("terms")],
    ["/about-us", t("about")],
    ["/legality", t("legality")],
    ["/whitepaper", t("whitepaper")],
  ] as const;
  return (
    <nav aria-label={t("label")}>
      <ul className="flex flex-wrap justify-center gap-x-4">
        {links.map(([href, label]) => (
          <li key={href}>
            <TextLink look="quiet" href={href}>
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
