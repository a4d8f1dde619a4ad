"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useQuestion } from "@/components/ui/overlays/use-question";
import { type BreakLength, useBreak } from "@/lib/protection/client";

const DAYS = [1, 7, 14, 42];
const MONTHS = [6, 12, 24, 60];

/** A time without options, strategy runs and deposits. Nothing is chosen beforehand, and it is asked for twice. */
export function BreakSection({ until }: { until: string | null }) {
  const t = useTranslations("limits.break");
  const [chosen, setChosen] = useState<BreakLength | "">("");
  const [isMissing, setMissing] = useState(false);
  const begin = useBreak();
  const question = useQuestion(begin, () => showToast.success(t("begun")));
  const ask = () => {
    setMissing(chosen === "");
    if (chosen !== "") question.ask(chosen);
  };
  const nameOf = (length: BreakLength) => {
    const [unit, count] = length.split("-");
    return unit === "days"
      ? t("days", { count: Number(count) })
      : t("months", { count: Number(count) });
  };
  const lengths: BreakLength[] = [
    ...DAYS.map((count): BreakLength => `days-${count}`),
    ...MONTHS.map((count): BreakLength => `months-${count}`),
  ];
  return (
    <section aria-labelledby="break">
      <SectionTitle id="break">{t("title")}</SectionTitle>
      <Card className="space-y-4">
        <p className="text-text-2">{until ? t("longer") : t("text")}</p>
        <Field label={t("length")} error={isMissing ? t("choose") : undefined}>
          <Select value={chosen} onChange={(event) => setChosen(event.target.value as BreakLength)}>
            <option value="">{t("choose")}</option>
            {lengths.map((length) => (
              <option key={length} value={length}>
                {nameOf(length)}
              </option>
            ))}
          </Select>
        </Field>
        <Button variant="outline" onClick={ask}>
          {t("begin")}
        </Button>
      </Card>
      <ConfirmDialog
        {...question.dialog}
        title={t("confirmTitle", { length: chosen === "" ? "" : nameOf(chosen) })}
        description={t("confirmText")}
        confirmLabel={t("begin")}
      />
    </section>
  );
}
