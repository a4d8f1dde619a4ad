"use client";

import { useTranslations } from "next-intl";
import { Loading, Skeleton } from "@/components/ui/display/skeleton";

/** Stands in for the form of a document. */
export function DocumentLoading() {
  const t = useTranslations("staffDocuments");
  return (
    <Loading label={t("loading")}>
      <Skeleton className="h-[48rem]" />
    </Loading>
  );
}
