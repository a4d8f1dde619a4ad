"use client";

import { useTranslations } from "next-intl";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { BacktestPart, FiguresDto } from "@/lib/ai/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { figureText, ratioText } from "./percent";

const usdt = (value: string, sign = false) => formatAmount(value, "USDT", { sign, unit: false });

/** Each figure with how it is written. Losses stand beside gains, in the same size. */
const ROWS: { key: string; text: (figures: FiguresDto) => string }[] = [
  { key: "profit", text: ({ profit }) => usdt(profit, true) },
  { key: "totalReturn", text: ({ totalReturn }) => ratioText(totalReturn, { sign: true }) },
  { key: "cagr", text: ({ cagr }) => ratioText(cagr, { sign: true }) },
  { key: "maxDrawdown", text: ({ maxDrawdown }) => ratioText(-maxDrawdown) },
  { key: "winRate", text: ({ winRate }) => ratioText(winRate) },
  { key: "profitFactor", text: ({ profitFactor }) => figureText(profitFactor) },
  { key: "sharpe", text: ({ sharpe }) => figureText(sharpe) },
  { key: "sortino", text: ({ sortino }) => figureText(sortino) },
  { key: "fills", text: ({ fills }) => String(fills) },
  { key: "fees", text: ({ fees }) => usdt(fees) },
];

/** The figures of one stretch of a backtest as a table: the strategy, and buying and holding. */
export function BacktestFigures({ part, caption }: { part: BacktestPart; caption: string }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ai.backtest");
  const period = t("period", {
    from: formatDateTime(part.from),
    to: formatDateTime(part.to, { zone: true }),
    bars: part.bars,
  });
  return (
    <table className="w-full text-body">
      <caption className="pb-2 text-left text-caption text-text-2">
        <span className="sr-only">{caption}. </span>
        {period}
      </caption>
      <thead>
        <tr className="border-line border-b text-text-2">
          <th scope="col" className="py-2 text-left font-medium">
            {t("figure")}
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium">
            {t("rules")}
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-medium">
            {t("buyAndHold")}
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ key, text }) => (
          <tr key={key} className="border-line not-last:border-b">
            <th scope="row" className="py-2 text-left font-normal text-text-2">
              {t(`figures.${key}`)}
            </th>
            <td className="py-2 pl-3 text-right">{text(part.strategy)}</td>
            <td className="py-2 pl-3 text-right">{text(part.buyAndHold)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
