import type { useTranslations } from "next-intl";
import { formatUtc } from "@/lib/platform/ui/date-time";
import type { TransactionQuery } from "@/lib/statements/client";

type Translate = ReturnType<typeof useTranslations<"transactions">>;

const day = (text: string) => formatUtc(text, { style: "date" });

/** The period of a history in words: "1 Nov 2026 to 5 Nov 2026". */
export function periodText(t: Translate, { from, to }: TransactionQuery): string {
  if (from && to) return t("between", { from: day(from), to: day(to) });
  if (from) return t("since", { from: day(from) });
  return to ? t("until", { to: day(to) }) : t("allTime");
}

/** What a history shows, in one sentence. */
export function summaryText(t: Translate, query: TransactionQuery): string {
  const type = query.type ? t(`types.${query.type}`) : t("summaryAll");
  return t("summary", { type, period: periodText(t, query) });
}
