"use client";

import { useTranslations } from "next-intl";
import { SectionTitle } from "@/components/ui/display/card";
import type { YearDto } from "@/lib/statements/schema";
import { PeriodList } from "./month-list";

/** The years that have a statement; nothing before the first. */
export function YearList({ years }: { years: YearDto[] }) {
  const t = useTranslations("statements");
  if (years.length === 0) return null;
  const yearOf = ({ year }: YearDto) => year;
  return (
    <section>
      <SectionTitle>{t("years")}</SectionTitle>
      <PeriodList
        caption={t("yearCaption")}
        header={t("year")}
        rows={years}
        periodOf={yearOf}
        nameOf={yearOf}
      />
    </section>
  );
}
