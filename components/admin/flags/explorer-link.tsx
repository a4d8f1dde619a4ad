"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ExplorerPage } from "@/lib/wallets/explorer-rules";

/** Leads to a network's explorer, in a new tab that learns nothing of this one. */
export function ExplorerLink({ page, what }: { page: ExplorerPage; what: "address" | "hash" }) {
  const t = useTranslations("staffDesk.explorer");
  return (
    <a
      href={page.href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 whitespace-nowrap text-gold-text underline underline-offset-2 hover:no-underline"
    >
      {page.name}
      <ExternalLink aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{t(what)}</span>
    </a>
  );
}
