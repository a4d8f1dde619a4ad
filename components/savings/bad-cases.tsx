"use client";

import { useTranslations } from "next-intl";
import { usePrice } from "@/lib/market/client";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { formatAmount } from "@/lib/platform/ui/format";
import { type BadCase, badCases } from "@/lib/savings/case-rules";
import { HORIZON_DAYS, RATE_DECIMALS } from "@/lib/savings/rules";
import type { SavingDto } from "@/lib/savings/schema";

type Props = { plan: SavingDto; amount: string };

/** What an amount comes back as when it is taken back early, interest runs short or gold gets cheaper. */
export function BadCases(props: Props) {
  return props.plan.currency === "XAUT" ? <OfGold {...props} /> : <Cases {...props} price={null} />;
}

function OfGold(props: Props) {
  return <Cases {...props} price={usePrice().data?.bid ?? null} />;
}

function Cases({ plan, amount, price }: Props & { price: string | null }) {
  const t = useTranslations("savings.badCases");
  const { currency } = plan;
  const isGold = currency === "XAUT";
  const cases = badCases(
    plan,
    parseMicro(amount) ?? 0n,
    parseDecimal(plan.dailyRate, RATE_DECIMALS) ?? 0n,
    price === null ? null : parseDecimal(price, 8),
  );
  const nameOf = (one: BadCase) => {
    switch (one.kind) {
      case "early":
        return t("early");
      case "unfunded":
        return t("unfunded", { days: one.days, horizon: HORIZON_DAYS });
      case "cheaper":
        return t("cheaper", { percent: one.percent });
    }
  };
  return (
    <>
      <table className="mt-4 w-full">
        <caption className="pb-1 text-left text-text-2">{t("caption")}</caption>
        <thead>
          <tr className="border-line border-b text-caption text-text-2">
            <th scope="col" className="py-2 text-left font-medium">
              {t("case")}
            </th>
            <th scope="col" className="py-2 pl-2 text-right font-medium">
              {t("back", { currency })}
            </th>
            {isGold ? (
              <th scope="col" className="py-2 pl-2 text-right font-medium">
                {t("worth")}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {cases.map((one) => (
            <tr key={nameOf(one)} className="border-line not-last:border-b">
              <th scope="row" className="py-2.5 text-left font-normal text-text-2">
                {nameOf(one)}
              </th>
              <td className="py-2.5 pl-2 text-right">
                {formatAmount(formatMicro(one.back), currency, { exact: true, unit: false })}
              </td>
              {isGold ? (
                <td className="py-2.5 pl-2 text-right">
                  {formatAmount(one.worth === null ? null : formatMicro(one.worth), "USDT", {
                    unit: false,
                  })}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-2 text-caption text-text-2">{t(`rate.${plan.type}`)}</p>
    </>
  );
}
