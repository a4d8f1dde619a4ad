import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { siteOrigin } from "@/lib/platform/env";
import { firstWords } from "@/lib/platform/text/first-words";
import { renderText } from "@/lib/platform/text/languages";
import { loadPublicConfig } from "@/lib/settings/data";

/** Public pages say in schema.org's terms whose they are. Data is no script: it runs nowhere and needs no nonce. */
export default async function PublicLayout({ children }: { children: ReactNode }) {
  const { siteName, logoUrl, metaDescription } = await loadPublicConfig();
  const url = siteOrigin();
  const data = {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": `${url}/#organization`,
        name: siteName,
        url,
        logo: URL.canParse(logoUrl, url) ? new URL(logoUrl, url).href : undefined,
      },
      {
        "@type": "WebSite",
        "@id": `${url}/#website`,
        name: siteName,
        description: renderText(firstWords(metaDescription), await getLocale()),
        url,
        publisher: { "@id": `${url}/#organization` },
      },
    ],
  };
  return (
    <>
      {children}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, in which nothing can end the element
        dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll("<", "\\u003c") }}
      />
    </>
  );
}
