import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ApiReference } from "@/components/app/api-reference";
import { DocumentLayout } from "@/components/layout/document-layout";
import { TextLink } from "@/components/ui/text-link";
import { listEndpoints } from "@/lib/platform/http/openapi";
import { loadPublicConfig } from "@/lib/settings/data";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("apiDocs");
  return { title: t("title"), description: t("description"), keywords: t("keywords") };
}

const idOf = (tag: string) => tag.toLowerCase().replace(/[^a-z0-9]+/g, "-");

export default async function ApiDocsPage() {
  const [t, config, { apiRoutes }] = await Promise.all([
    getTranslations("apiDocs"),
    loadPublicConfig(),
    import("@/app/api/manifest"),
  ]);
  const endpoints = await listEndpoints(apiRoutes);
  const tags = [...new Set(endpoints.map(({ declaration }) => declaration.tag))].sort();
  return (
    <DocumentLayout
      siteName={config.siteName}
      logoSrc={config.logoUrl}
      title={t("title")}
      contents={tags.map((tag) => ({ id: idOf(tag), text: tag }))}
    >
      <p>
        {t.rich("intro", {
          document: () => <TextLink href="/api/openapi.json">/api/openapi.json</TextLink>,
          login: () => <code>POST /api/auth/login</code>,
          bearer: () => <code>Authorization: Bearer</code>,
          key: () => <code>Idempotency-Key</code>,
        })}
      </p>
      {tags.map((tag) => (
        <section key={tag} aria-labelledby={idOf(tag)}>
          <h2 id={idOf(tag)}>{tag}</h2>
          <ApiReference
            endpoints={endpoints.filter(({ declaration }) => declaration.tag === tag)}
          />
        </section>
      ))}
    </DocumentLayout>
  );
}
