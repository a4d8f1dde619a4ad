"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
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
      <div
        aria-busy={settled !== content || isFetching}
        className="document-text"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by renderMarkdown
        dangerouslySetInnerHTML={{ __html: data }}
      />
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
