import { useTranslations } from "next-intl";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import { addDays, interestMicro, RATE_DECIMALS } from "@/lib/savings/rules";
import type { SavingDto } from "@/lib/savings/schema";

/** When a flexible plan's growth is shown, in days after the start. */
const FLEXIBLE_DAYS = [1, 7, 30, 90];

export interface ProjectionProps {
  plan: SavingDto;
  /** Decimal string. */
  amount: string;
  /** The 00:00 UTC at which it starts to earn. */
  startsAt: Date;
}

/** What a plan returns and when, as the server will work it out: whole days, units half to even. */
export function Projection({ plan, amount, startsAt }: ProjectionProps) {
  const t = useTranslations("savings.projection");
  const principal = parseMicro(amount) ?? 0n;
  const rate = parseDecimal(plan.dailyRate, RATE_DECIMALS) ?? 0n;
  const row = (days: number, profit = interestMicro(principal, rate, days)) => ({
    days,
    profit: formatAmount(formatMicro(profit), plan.currency, { exact: true, unit: false }),
    total: formatAmount(formatMicro(principal + profit), plan.currency, {
      exact: true,
      unit: false,
    }),
  });
  const date = (days: number) => formatUtc(addDays(startsAt, days), { style: "date" });
  const rows =
    plan.durationDays === null
      ? FLEXIBLE_DAYS.map((days) => ({
          ...row(days),
          when: t("after", { count: days, date: date(days) }),
        }))
      : [
          { ...row(0), when: t("before", { date: date(plan.durationDays) }) },
          { ...row(plan.durationDays), when: t("maturity", { date: date(plan.durationDays) }) },
        ];
  return (
    <table className="w-full">
      <caption className="pb-1 text-left text-text-2">
        {t("caption", { amount: formatAmount(amount, plan.currency, { exact: true }) })}
      </caption>
      <thead>
        <tr className="border-line border-b text-caption text-text-2">
          <th scope="col" className="py-2 text-left font-medium">
            {t("when")}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-medium">
            {t("profit")}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-medium">
            {t("back", { currency: plan.currency })}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ days, when, profit, total }) => (
          <tr key={days} className="border-line not-last:border-b">
            <th scope="row" className="py-2.5 text-left font-normal text-text-2">
              {when}
            </th>
            <td className="py-2.5 pl-2 text-right">{profit}</td>
            <td className="py-2.5 pl-2 text-right">{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
