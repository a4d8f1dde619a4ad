"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/display/banner";

/** Says that the last request that waited was decided on. */
export function QueueEnd({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations("staff.list");
  return (
    <Banner tone="success" live>
      {t(isFiltered ? "endFiltered" : "end")}
    </Banner>
  );
}
