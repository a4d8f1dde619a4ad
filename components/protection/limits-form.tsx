"use client";

import { useTranslations } from "next-intl";
import { FormAmount, FormText } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/overlays/toast";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { fillableAmount, plainAmount, typedAmount } from "@/lib/platform/ui/amount-input";
import { useSetOwnLimits } from "@/lib/protection/client";
import type { LimitName } from "@/lib/protection/names";
import type { OwnLimitsInput, OwnLimitsState } from "@/lib/protection/schema";

const AMOUNTS = ["maxStake", "maxLossDay", "maxLossWeek", "maxDepositDay"] as const;
const COUNTS = ["maxTradesDay", "reminderMinutes"] as const;

/** As texts; an empty one is no limit. */
type Draft = Record<LimitName, string>;

const plain = (value: string | number | null | undefined) =>
  value === null || value === undefined ? "" : fillableAmount(plainAmount(String(value)));

/** What was asked for last: what waits, or else what counts. */
const draftOf = ({ limits, pending }: OwnLimitsState): Draft => {
  const asked = { ...limits, ...pending };
  const names = [...AMOUNTS, ...COUNTS];
  return Object.fromEntries(names.map((name) => [name, plain(asked[name])])) as Draft;
};

const loadSchema = () => import("@/lib/protection/schema").then((module) => module.ownLimitsInput);

const amount = (text: string) => (text.trim() === "" ? null : typedAmount(text, MICRO_DECIMALS));
// What is no number is refused by the API's check.
const count = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text.trim() || null);

const toInput = (draft: Draft) => ({
  maxStake: amount(draft.maxStake),
  maxLossDay: amount(draft.maxLossDay),
  maxLossWeek: amount(draft.maxLossWeek),
  maxDepositDay: amount(draft.maxDepositDay),
  maxTradesDay: count(draft.maxTradesDay),
  reminderMinutes: count(draft.reminderMinutes),
});

/** The form over one's own limits. Nothing is filled in that the person did not choose. */
export function LimitsForm({ state }: { state: OwnLimitsState }) {
  const t = useTranslations("limits");
  const save = useSetOwnLimits();
  const form = useSchemaForm<Draft, OwnLimitsInput>({
    start: draftOf(state),
    follows: true,
    loadSchema,
    toInput,
  });
  const send = (input: OwnLimitsInput) =>
    save.mutateAsync(input).then(
      (saved) => {
        form.reset(draftOf(saved));
        showToast.success(saved.pending ? t("savedLater") : t("saved"));
      },
      (failure: unknown) => failure,
    );
  return (
    <SchemaForm
      form={form}
      onValid={send}
      footer={
        <Button type="submit" pending={save.isPending}>
          {t("save")}
        </Button>
      }
    >
      {AMOUNTS.map((name) => (
        <FormAmount
          key={name}
          form={form}
          name={name}
          label={t(`fields.${name}`)}
          hint={t(`hints.${name}`)}
          unit="USDT"
          decimals={MICRO_DECIMALS}
        />
      ))}
      {COUNTS.map((name) => (
        <FormText
          key={name}
          form={form}
          name={name}
          label={t(`fields.${name}`)}
          hint={t(`hints.${name}`)}
          inputMode="numeric"
        />
      ))}
    </SchemaForm>
  );
}
