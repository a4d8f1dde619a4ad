"use client";

import { useTranslations } from "next-intl";
import { periodText } from "@/components/app/period-text";
import { useZoneName } from "@/components/ui/time/use-date-time";
import type { TradeQuery } from "@/lib/trading/client";

/** On paper only: whose trades these are, and which of them the filters let through. */
export function RecordPrintLine({
  site,
  user,
  query,
}: {
  site: string;
  user: string;
  query: TradeQuery;
}) {
  const t = useTranslations("record");
  const { type, status } = query;
  const inWords = useTranslations("period");
  const statusText = useTranslations("ui.status");
  const kind = type ? t(`types.${type}`) : t("trades");
  const trades = status ? t("withStatus", { kind, status: statusText(status) }) : kind;
  return (
    <p data-print="only" className="hidden">
      {t("printLine", {
        site,
        user,
        trades,
        period: periodText(inWords, query),
        zone: useZoneName(),
      })}
    </p>
  );
}
