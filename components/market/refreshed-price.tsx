import { useTranslations } from "next-intl";
import { formatPrice } from "@/lib/platform/ui/format";

const REFRESH_AFTER_MS = 5_000;

/** Whether the newest price is so much later than the one shown that a review shows it instead. */
export function isQuoteOld(shownAt: string | null, newestAt: string | null): boolean {
  if (shownAt === null || newestAt === null) return false;
  return Date.parse(newestAt) - Date.parse(shownAt) >= REFRESH_AFTER_MS;
}

/** Says that a review shows a newer price, and which one it showed before. */
export function RefreshedFrom({ before, now }: { before: string | null; now: string }) {
  const t = useTranslations("market");
  return (
    <span role="status" className="text-caption text-text-2">
      {before === null || before === now
        ? null
        : t("refreshedFrom", { before: formatPrice(before, { exact: true }) })}
    </span>
  );
}
