import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ApiExplorer } from "@/components/api-docs/api-explorer";
import { Messages } from "@/components/app/messages";
import { DocumentLayout } from "@/components/layout/document-layout";
import { TextLink } from "@/components/ui/text-link";
import { loadPublicConfig } from "@/lib/settings/data";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("apiDocs");
  return { title: t("title"), description: t("description"), keywords: t("keywords") };
}

export default async function ApiDocsPage() {
  const [t, config] = await Promise.all([getTranslations("apiDocs"), loadPublicConfig()]);
  return (
    <DocumentLayout siteName={config.siteName} logoSrc={config.logoUrl} title={t("title")}>
      <p>
        {t.rich("intro", {
          document: () => <TextLink href="/api/openapi.json">/api/openapi.json</TextLink>,
          login: () => <code>POST /api/auth/login</code>,
          bearer: () => <code>Authorization: Bearer</code>,
          key: () => <code>Idempotency-Key</code>,
        })}
      </p>
      <p>{t("tryIt")}</p>
      <h2>{t("endpoints")}</h2>
      <Messages namespaces={["apiDocs"]}>
        <ApiExplorer />
      </Messages>
    </DocumentLayout>
  );
}
