"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/forms/field";
import { RadioCards } from "@/components/forms/radio-cards";
import { TextInput } from "@/components/forms/text-input";
import { shareOfPercent } from "@/lib/savings/percent-rules";
import { type AutoRenew, autoRenewals } from "@/lib/savings/rules";
import type { ChooseRenewalInput } from "@/lib/savings/schema";

/** What is to become of a saving when it matures, as it is typed: the least rate is in percent a day. */
export type RenewalDraft = { autoRenew: AutoRenew; minRate: string };

/** The choice that a draft means, or null while its least rate is none. */
export function renewalOf({ autoRenew, minRate }: RenewalDraft): ChooseRenewalInput | null {
  if (autoRenew === "none") return { autoRenew };
  const minDailyRate = shareOfPercent(minRate);
  return minDailyRate === null ? null : { autoRenew, minDailyRate };
}

export interface RenewalFieldsProps {
  draft: RenewalDraft;
  onChange: (next: Partial<RenewalDraft>) => void;
  /** Whether what is wrong is said. */
  isTried: boolean;
}

/** The choice of what a fixed saving does when it matures. */
export function RenewalFields({ draft, onChange, isTried }: RenewalFieldsProps) {
  const t = useTranslations("savings.renewal");
  const isWrong = isTried && renewalOf(draft) === null;
  return (
    <div className="space-y-3">
      <RadioCards
        name="autoRenew"
        legend={t("legend")}
        value={draft.autoRenew}
        options={autoRenewals.map((value) => ({ value, title: t(`options.${value}`) }))}
        onValueChange={(value) =>
          onChange({ autoRenew: autoRenewals.find((one) => one === value) ?? "none" })
        }
      />
      {draft.autoRenew === "none" ? null : (
        <>
          <Field label={t("minRate")} error={isWrong ? t("wrongRate") : undefined}>
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              value={draft.minRate}
              end={t("aDay")}
              onChange={({ target }) => onChange({ minRate: target.value })}
            />
          </Field>
          <p className="text-text-2">{t("rule")}</p>
        </>
      )}
    </div>
  );
}
