import { useTranslations } from "next-intl";
import * as z from "zod";
import type { $ZodType } from "zod/v4/core";
import type { Endpoint } from "@/lib/platform/http/openapi";

function schemaText(schema: $ZodType | undefined, io: "input" | "output"): string | null {
  if (!schema) return null;
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return JSON.stringify(json, null, 2);
}

/** Endpoints with who may call them and their schemas. */
export function ApiReference({ endpoints }: { endpoints: Endpoint[] }) {
  return (
    <ul className="space-y-3">
      {endpoints.map((endpoint) => (
        <li key={`${endpoint.method} ${endpoint.path}`}>
          <Operation {...endpoint} />
        </li>
      ))}
    </ul>
  );
}

function Operation({ path, method, declaration }: Endpoint) {
  const t = useTranslations("apiDocs");
  const { summary, auth, permission, params, query, body, files, response, produces } = declaration;
  const who = t(`who.${auth}`);
  const parts: [string, string | null][] = [
    [t("path"), schemaText(params, "input")],
    [t("query"), schemaText(query, "input")],
    [
      files ? t("formFields", { files: Object.keys(files).join(", ") }) : t("body"),
      schemaText(body, "input"),
    ],
    [t("answer"), produces ?? schemaText(response, "output")],
  ];
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="flex min-h-target cursor-pointer flex-wrap items-center gap-x-3 px-4 py-2">
        <code className="font-semibold">{method}</code>
        <code className="[overflow-wrap:anywhere]">{path}</code>
        <span className="text-text-2">{summary}</span>
      </summary>
      <div className="space-y-3 border-line border-t px-4 py-3">
        <p>
          {permission
            ? t("whoPermission", { who, permission: [permission].flat().join(", ") })
            : who}
        </p>
        {parts.map(([label, text]) =>
          text === null ? null : (
            <div key={label}>
              <p className="font-medium">{label}</p>
              <section
                aria-label={label}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
                tabIndex={0}
                className="overflow-x-auto rounded-control bg-surface-2 p-3 text-caption"
              >
                <pre>{text}</pre>
              </section>
            </div>
          ),
        )}
      </div>
    </details>
  );
}
