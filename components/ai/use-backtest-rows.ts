"use client";

import { useTranslations } from "next-intl";
import type { KeyValueRow } from "@/components/ui/display/key-value-rows";
import type { useBacktest } from "@/lib/ai/runs-client";
import { messageOf } from "@/lib/platform/client/api";
import { ratioText } from "./percent";

/** A backtest in three rows of a review; says so while it is worked out, and why there is none. */
export function useBacktestRows({
  data,
  error,
}: Pick<ReturnType<typeof useBacktest>, "data" | "error">): KeyValueRow[] {
  const t = useTranslations("ai.review");
  if (error) return [{ label: t("past"), value: messageOf(error) }];
  if (!data) return [{ label: t("past"), value: t("testing") }];
  const { strategy, buyAndHold } = data.whole;
  return [
    {
      label: t(data.recorded ? "pastRecorded" : data.simulated ? "pastSimulated" : "past"),
      value: ratioText(strategy.totalReturn, { sign: true }),
    },
    { label: t("held"), value: ratioText(buyAndHold.totalReturn, { sign: true }) },
    { label: t("deepest"), value: ratioText(-strategy.maxDrawdown) },
  ];
}
