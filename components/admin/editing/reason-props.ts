import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { REASON_MAX, REASON_MIN } from "@/lib/platform/reason";

/**
 * Label, hint and limits of the field for a reason.
 * @param hint who reads it, where that is not the user
 */
export function useReasonProps(hint?: ReactNode) {
  const t = useTranslations("staff.reason");
  return {
    label: t("label"),
    hint: hint ?? t("hint", { count: REASON_MIN }),
    area: { rows: 3, maxLength: REASON_MAX, "aria-required": true },
  };
}
