"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import type { StrategyPictures as Pictures } from "@/lib/ai/strategy-pictures";
import { formatPercent } from "@/lib/platform/ui/format";
import { useTradeSettings } from "@/lib/trading/client";
import { goldResults } from "@/lib/trading/strategies/gold-rules";
import { StrategyPictures } from "./strategy-pictures";

const MOST = Math.max(...goldResults.flatMap(({ rules, held }) => [rules, held]));

/** A gain in percent: its bar is as long as it is of the largest. */
function Gain({ percent, isRules }: { percent: number; isRules: boolean }) {
  return (
    <td className="w-2/5 py-2 pl-3">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1" aria-hidden="true">
          <span
            className={clsx("block h-2 rounded-xs", isRules ? "bg-gold-line" : "bg-text-3")}
            style={{ width: `${(percent / MOST) * 100}%` }}
          />
        </span>
        <span className="w-14 text-right">
          {formatPercent(String(percent), { sign: true, decimals: 0 })}
        </span>
      </span>
    </td>
  );
}

/** What the strategies on offer do, and did on 13 years of gold: with the page's room for what runs. */
export function AboutStrategies({ pictures }: { pictures: Pictures }) {
  return (
    <>
      <PastGold />
      <StrategyPictures {...pictures} />
    </>
  );
}

/** How the strategies on offer did on 13 years of gold, beside buying and holding: the same scale for all. */
function PastGold() {
  const t = useTranslations("ai.pastGold");
  const strategies = useTradeSettings().data?.ai.strategies ?? [];
  const rows = goldResults.flatMap((result) => {
    const found = strategies.find(({ id }) => id === result.id);
    return found ? [{ ...result, name: found.name }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <Card aria-labelledby="past-gold">
      <SectionTitle id="past-gold">{t("title")}</SectionTitle>
      <table className="w-full">
        <caption className="sr-only">{t("title")}</caption>
        <thead className="text-caption text-text-2">
          <tr className="border-line border-b">
            {(["strategy", "rules", "held"] as const).map((head) => (
              <th
                key={head}
                scope="col"
                className="py-2 pl-3 text-right font-medium first:pl-0 first:text-left"
              >
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, rules, held }) => (
            <tr key={id} className="border-line not-last:border-b">
              <th scope="row" className="hyphens-auto py-2 text-left font-normal">
                {name}
              </th>
              <Gain percent={rules} isRules />
              <Gain percent={held} isRules={false} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-caption text-text-2">{t("how")}</p>
      <p className="mt-2 font-medium">{t("noPromise")}</p>
    </Card>
  );
}
