"use client";

import { useTranslations } from "next-intl";
import type { OverviewDto } from "@/lib/accounts/staff-schema";
import { formatAmount } from "@/lib/platform/ui/format";

const CURRENCIES = ["USDT", "XAUT"] as const;

/** The house's own accounts. The outside world's account shows what came in and went out over time. */
export function HouseBalances({ balances }: { balances: OverviewDto["house"] }) {
  const t = useTranslations("staff.house");
  const kinds = [...new Set(balances.map(({ kind }) => kind))];
  const amountOf = (kind: string, currency: string) => {
    const found = balances.find((one) => one.kind === kind && one.currency === currency);
    return found ? formatAmount(found.balance, currency, { unit: false }) : "";
  };
  return (
    <table className="w-full">
      <thead>
        <tr className="border-line border-b text-text-2">
          <th scope="col" className="py-2 text-left font-medium">
            {t("account")}
          </th>
          {CURRENCIES.map((currency) => (
            <th key={currency} scope="col" className="py-2 text-right font-medium">
              {currency}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind} className="border-line not-last:border-b">
            <th scope="row" className="py-2.5 pr-2 text-left font-normal text-text-2">
              {t.has(kind) ? t(kind) : kind}
            </th>
            {CURRENCIES.map((currency) => (
              <td key={currency} className="py-2.5 pl-2 text-right">
                {amountOf(kind, currency)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
