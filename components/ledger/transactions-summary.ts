import type { useTranslations } from "next-intl";
import type { TransactionQuery } from "@/lib/statements/client";

type Translate = ReturnType<typeof useTranslations<"transactions">>;

/** What a history shows, in one sentence. @param period in words */
export function summaryText(t: Translate, query: TransactionQuery, period: string): string {
  const type = query.type ? t(`types.${query.type}`) : t("summaryAll");
  return t("summary", { type, period });
}
