"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PeriodFilter } from "@/components/app/period-filter";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import { FilterChips } from "@/components/ui/filter-chips";
import { SegmentedLinks } from "@/components/ui/segmented";
import { transactionTypes } from "@/lib/ledger/transactions/transaction-rules";
import { listHref } from "@/lib/platform/ui/list-url";
import type { TransactionQuery } from "@/lib/statements/client";

/** The address of a filtered history, at its first page. */
export const historyHref = (query: TransactionQuery): string =>
  listHref("/transaction-history", new URLSearchParams(), query);

/**
 * Kind and period, both kept in the address.
 * @param props.today the UTC day on the server, so that its links and the browser's agree
 */
export function TransactionFilters({ query, today }: { query: TransactionQuery; today: string }) {
  const t = useTranslations("transactions");
  const router = useRouter();
  const types = [undefined, ...transactionTypes].map((type) => ({
    type,
    href: historyHref({ ...query, type }),
    label: t(`types.${type ?? "all"}`),
    active: query.type === type,
  }));
  const views = [undefined, "accounts" as const].map((view) => ({
    href: historyHref({ ...query, view }),
    label: t(`views.${view ?? "wealth"}`),
  }));
  return (
    <div className="space-y-4" data-print="hide">
      <SegmentedLinks label={t("views.label")} items={views} current={historyHref(query)} />
      <p className="text-text-2">{t(query.view === undefined ? "wealthHint" : "accountsHint")}</p>
      <div className="hidden md:block">
        <FilterChips label={t("typeFilter")} items={types} />
      </div>
      <div className="md:hidden">
        <Field label={t("typeFilter")} hideLabel>
          <Select
            value={query.type ?? ""}
            onChange={({ target }) => {
              const chosen = types.find(({ type }) => (type ?? "") === target.value);
              if (chosen) router.push(chosen.href, { scroll: false });
            }}
          >
            {types.map(({ type, label }) => (
              <option key={label} value={type ?? ""}>
                {type === undefined ? t("allTypes") : label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <PeriodFilter
        period={query}
        today={today}
        hrefOf={({ from, to }) => historyHref({ ...query, from, to })}
      />
    </div>
  );
}
