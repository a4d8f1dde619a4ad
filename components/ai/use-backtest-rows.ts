"use client";

import { useTranslations } from "next-intl";
import type { KeyValueRow } from "@/components/ui/key-value-rows";
import type { useBacktest } from "@/lib/ai/client";
import { ratioText } from "./percent";

/** A backtest in three rows of a review; says so while it is worked out, and when there is none. */
export function useBacktestRows({
  data,
  isError,
}: Pick<ReturnType<typeof useBacktest>, "data" | "isError">): KeyValueRow[] {
  const t = useTranslations("ai.review");
  if (!data || isError) {
    return [{ label: t("past"), value: isError ? t("noPast") : t("testing") }];
  }
  const { strategy, buyAndHold } = data.whole;
  return [
    {
      label: data.simulated ? t("pastSimulated") : t("past"),
      value: ratioText(strategy.totalReturn, { sign: true }),
    },
    { label: t("held"), value: ratioText(buyAndHold.totalReturn, { sign: true }) },
    { label: t("deepest"), value: ratioText(-strategy.maxDrawdown) },
  ];
}
