"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { ErrorState } from "@/components/ui/display/states";
import { usePreview } from "@/lib/documents/staff-client";
import { messageOf } from "@/lib/platform/client/api";

const PAUSE_MS = 400;

/** A text as its public page will show it, a moment after the last key. */
export default function DocumentPreview({ content }: { content: string }) {
  const t = useTranslations("staffDocuments.editor");
  const [settled, setSettled] = useState(content);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(content), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [content]);
  const { data, error, isPending, isFetching, refetch } = usePreview(settled);
  if (data !== undefined) {
    return (
      <>
        <Removed lines={data.removed} />
        <div
          aria-busy={settled !== content || isFetching}
          className="document-text"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by renderMarkdown
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
      </>
    );
  }
  if (isPending) {
    return (
      <Loading label={t("previewLoading")}>
        <SkeletonRows count={6} className="h-6" />
      </Loading>
    );
  }
  return (
    <ErrorState
      text={t("previewFailed", { reason: messageOf(error) })}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

/** Says what saving leaves out, before it does. */
function Removed({ lines }: { lines: string[] }) {
  const t = useTranslations("staffDocuments.editor");
  if (lines.length === 0) return null;
  return (
    <Banner tone="warn" live>
      {t("removed")}
      <ul className="mt-1 list-disc pl-5">
        {[...new Set(lines)].map((line) => (
          <li key={line} className="break-words font-mono text-caption">
            {line}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
