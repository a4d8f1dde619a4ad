"use client";

import { useTranslations } from "next-intl";
import type { MailPreviewDto } from "@/lib/mail-texts/schema";

const SCHEMES = ["light", "dark"] as const;
const QUERY = "@media (prefers-color-scheme: dark)";

/** The same document for one scheme, whatever this device prefers. */
const inScheme = (html: string, scheme: (typeof SCHEMES)[number]) =>
  html.replace(QUERY, scheme === "dark" ? "@media all" : "@media not all");

/** A mail as programs show it, light and dark. Nothing in it can run or lead away. */
export function MailPreview({ subject, html }: MailPreviewDto) {
  const t = useTranslations("staffMailTexts");
  return (
    <section aria-label={t("preview")} className="space-y-3">
      <p className="font-semibold [overflow-wrap:anywhere]">{subject}</p>
      <div className="grid gap-4 lg:grid-cols-2">
        {SCHEMES.map((scheme) => (
          <iframe
            key={scheme}
            title={t(scheme)}
            sandbox=""
            srcDoc={inScheme(html, scheme)}
            className="h-[36rem] w-full rounded-card border border-line"
          />
        ))}
      </div>
    </section>
  );
}
