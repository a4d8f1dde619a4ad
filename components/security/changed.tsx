"use client";

import { useTranslations } from "next-intl";
import { useDateTime } from "@/components/ui/time/use-date-time";

const isToday = (at: string) => at.slice(0, 10) === new Date().toISOString().slice(0, 10);

/** "Changed today", "Changed 3 Nov 2026", or that it never was. Days are UTC days. */
export function Changed({ at }: { at: string | null }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("security");
  if (at === null) return t("neverChanged");
  return isToday(at)
    ? t("changedToday")
    : t("changedOn", { date: formatDateTime(at, { style: "date" }) });
}
