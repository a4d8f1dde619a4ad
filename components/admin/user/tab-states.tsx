"use client";

import { useTranslations } from "next-intl";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";

/** Stands in for a tab whose code or data is on its way. */
export function TabLoading() {
  const t = useTranslations("staffUser");
  return (
    <Loading label={t("loading")}>
      <SkeletonRows count={4} className="h-12" />
    </Loading>
  );
}
