"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { chipClass, FilterChips } from "@/components/ui/filter-chips";
import { TextLink } from "@/components/ui/text-link";
import { PERIOD_PRESETS, type Period, presetPeriod } from "./period-presets";

export interface PeriodFilterProps {
  period: Period;
  /** The UTC day on the server, so that its links and the browser's agree. */
  today: string;
  /** The address of the list with another period, at its first page. */
  hrefOf: (period: Period) => string;
}

/** The period of a list, kept in its address: some that are one press away, and one's own. */
export function PeriodFilter({ period: chosen, today, hrefOf }: PeriodFilterProps) {
  const t = useTranslations("period");
  const formId = useId();
  const presets = PERIOD_PRESETS.map((preset) => ({ preset, period: presetPeriod(preset, today) }));
  // Early in a month or year two presets are the same days; one of them is marked.
  const active = presets.find(
    ({ period }) => period.from === chosen.from && period.to === chosen.to,
  )?.preset;
  const hasOwnPeriod = active === undefined;
  const [isOpen, setOpen] = useState(hasOwnPeriod);
  return (
    <>
      <FilterChips
        label={t("label")}
        items={presets.map(({ preset, period }) => ({
          href: hrefOf(period),
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
            {t("own")}
          </button>
        }
      />
      {isOpen ? (
        <PeriodForm
          key={`${chosen.from}/${chosen.to}`}
          id={formId}
          period={chosen}
          hrefOf={hrefOf}
        />
      ) : null}
    </>
  );
}

function PeriodForm({
  id,
  period,
  hrefOf,
}: Pick<PeriodFilterProps, "period" | "hrefOf"> & { id: string }) {
  const t = useTranslations("period");
  const router = useRouter();
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const from = String(data.get("from"));
    const to = String(data.get("to"));
    const isBackwards = from !== "" && to !== "" && from > to;
    setWrong(isBackwards);
    if (!isBackwards) router.push(hrefOf({ from, to }), { scroll: false });
  };
  return (
    <form id={id} onSubmit={submit} noValidate aria-label={t("own")}>
      <div className="grid grid-cols-1 items-end gap-3 min-[360px]:grid-cols-2 md:grid-cols-[12rem_12rem_auto_auto] md:justify-start">
        <Field label={t("from")}>
          <TextInput type="date" name="from" defaultValue={period.from} />
        </Field>
        <Field label={t("to")}>
          <TextInput type="date" name="to" defaultValue={period.to} />
        </Field>
        <Button type="submit" variant="outline" className="min-[360px]:col-span-2 md:col-span-1">
          {t("apply")}
        </Button>
        {period.from || period.to ? (
          <TextLink href={hrefOf({})} look="action" scroll={false}>
            {t("clear")}
          </TextLink>
        ) : null}
      </div>
      <InlineError>{wrong ? t("error") : null}</InlineError>
    </form>
  );
}
