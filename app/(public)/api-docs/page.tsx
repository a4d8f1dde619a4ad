import type { Metadata } from "next";
import { ApiReference } from "@/components/app/api-reference";
import { DocumentLayout } from "@/components/layout/document-layout";
import { TextLink } from "@/components/ui/text-link";
import { listEndpoints } from "@/lib/platform/http/openapi";
import { loadPublicConfig } from "@/lib/settings/data";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every endpoint of the API with its input, answer and errors.",
  keywords: ["API", "OpenAPI", "XAUT", "trading"],
};

const idOf = (tag: string) => tag.toLowerCase().replace(/[^a-z0-9]+/g, "-");

export default async function ApiDocsPage() {
  const [config, { apiRoutes }] = await Promise.all([
    loadPublicConfig(),
    import("@/app/api/manifest"),
  ]);
  const endpoints = await listEndpoints(apiRoutes);
  const tags = [...new Set(endpoints.map(({ declaration }) => declaration.tag))].sort();
  return (
    <DocumentLayout
      siteName={config.siteName}
      logoSrc={config.logoUrl}
      title="API reference"
      contents={tags.map((tag) => ({ id: idOf(tag), text: tag }))}
    >
      <p>
        Every endpoint below is described by the schema that validates it. The whole document is at{" "}
        <TextLink href="/api/openapi.json">/api/openapi.json</TextLink>. Sign in with{" "}
        <code>POST /api/auth/login</code> and send the token as <code>Authorization: Bearer</code>.
        Amounts are decimal strings, times ISO 8601 UTC. POSTs that move money take an{" "}
        <code>Idempotency-Key</code> header: the same key and body returns the first answer.
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
