import type { useTranslations } from "next-intl";
import { formatUtc } from "@/lib/platform/ui/date-time";
import type { Period } from "./period-presets";

const day = (text: string) => formatUtc(text, { style: "date" });

/** A period in words: "1 Nov 2026 to 5 Nov 2026". */
export function periodText(
  t: ReturnType<typeof useTranslations<"period">>,
  { from, to }: Period,
): string {
  if (from && to) return t("between", { from: day(from), to: day(to) });
  if (from) return t("since", { from: day(from) });
  return to ? t("until", { to: day(to) }) : t("allTime");
}
