"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { Field } from "@/components/forms/field";
import { Select, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { chipClass, FilterChips } from "@/components/ui/filter-chips";
import { SegmentedLinks } from "@/components/ui/segmented";
import { TextLink } from "@/components/ui/text-link";
import { transactionTypes } from "@/lib/ledger/transaction-rules";
import { listHref } from "@/lib/platform/ui/list-url";
import type { TransactionQuery } from "@/lib/statements/client";
import { PERIOD_PRESETS, presetPeriod } from "./period-presets";

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
  const formId = useId();
  const presets = PERIOD_PRESETS.map((preset) => ({ preset, period: presetPeriod(preset, today) }));
  // Early in a month or year two presets are the same days; one of them is marked.
  const active = presets.find(
    ({ period }) => period.from === query.from && period.to === query.to,
  )?.preset;
  const hasOwnPeriod = active === undefined;
  const [isOpen, setOpen] = useState(hasOwnPeriod);
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
      <FilterChips
        label={t("period")}
        items={presets.map(({ preset, period }) => ({
          href: historyHref({ ...query, ...period }),
          label: t(`presets.${preset}`),
          active: preset === active,
        }))}
        last={
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? formId : undefined}
            className={chipClass(hasOwnPeriod)}
            onClick={() => setOpen(!isOpen)}
          >
            {t("ownPeriod")}
          </button>
        }
      />
      {isOpen ? <PeriodForm key={`${query.from}/${query.to}`} id={formId} query={query} /> : null}
    </div>
  );
}

function PeriodForm({ id, query }: { id: string; query: TransactionQuery }) {
  const t = useTranslations("transactions");
  const router = useRouter();
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const from = String(data.get("from"));
    const to = String(data.get("to"));
    const isBackwards = from !== "" && to !== "" && from > to;
    setWrong(isBackwards);
    if (!isBackwards) router.push(historyHref({ ...query, from, to }), { scroll: false });
  };
  return (
    <form id={id} onSubmit={submit} noValidate aria-label={t("ownPeriod")}>
      <div className="grid grid-cols-1 items-end gap-3 min-[360px]:grid-cols-2 md:grid-cols-[12rem_12rem_auto_auto] md:justify-start">
        <Field label={t("from")}>
          <TextInput type="date" name="from" defaultValue={query.from} />
        </Field>
        <Field label={t("to")}>
          <TextInput type="date" name="to" defaultValue={query.to} />
        </Field>
        <Button type="submit" variant="outline" className="min-[360px]:col-span-2 md:col-span-1">
          {t("apply")}
        </Button>
        {query.from || query.to ? (
          <TextLink
            href={historyHref({ view: query.view, type: query.type })}
            look="action"
            scroll={false}
          >
            {t("clear")}
          </TextLink>
        ) : null}
      </div>
      <InlineError>{wrong ? t("periodError") : null}</InlineError>
    </form>
  );
}
