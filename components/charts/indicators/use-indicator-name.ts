import { useTranslations } from "next-intl";
import type { IndicatorChoice } from "./indicator-rules";

/** How an indicator is called: "EMA 9", "MACD 12, 26, 9". */
export function useIndicatorName() {
  const t = useTranslations("charts.indicators");
  return ({ kind, params }: IndicatorChoice) => `${t(kind)} ${params.join(", ")}`;
}
