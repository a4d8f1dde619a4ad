"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { FormAmount, FormChoice, FormText, FormTextArea } from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import type { SchemaFormState } from "@/components/forms/use-schema-form";
import type { CreatePlanInput } from "@/lib/savings/staff-schema";
import type { PlanDraft } from "./plan-draft";

export interface PlanFormProps {
  form: SchemaFormState<PlanDraft, CreatePlanInput>;
  open: boolean;
  onClose: () => void;
  title: string;
  /** Under the title. */
  text: string;
  /** Where savings were made with it: the type and currency that stay. */
  kept: Pick<PlanDraft, "type" | "currency"> | null;
  onReview: (plan: CreatePlanInput) => void;
  /** What is said beside the fields. */
  children?: ReactNode;
}

/** The terms of a new or an existing plan. */
export function PlanForm({ form, kept, text, onReview, children, ...dialog }: PlanFormProps) {
  const t = useTranslations("staffSavings.form");
  const [type, currency] = useWatch({ control: form.control, name: ["type", "currency"] });
  // What stays can be chosen again: the draft may have another one, from before the first saving.
  const isOther = (field: "type" | "currency", value: string) =>
    kept !== null && value !== kept[field];
  return (
    <SchemaDialog
      {...dialog}
      form={form}
      text={text}
      submitLabel={t("toReview")}
      // Said in the review, or by what a colleague changed.
      error={null}
      onValid={onReview}
    >
      <FormText form={form} name="name" label={t("name")} maxLength={80} aria-required />
      <FormChoice
        form={form}
        name="type"
        label={t("type")}
        options={(["fixed", "flexible"] as const).map((value) => ({
          value,
          label: t(value),
          disabled: isOther("type", value),
        }))}
      />
      <FormChoice
        form={form}
        name="currency"
        label={t("currency")}
        options={["USDT", "XAUT"].map((value) => ({
          value,
          label: value,
          disabled: isOther("currency", value),
        }))}
      />
      {kept ? <p className="text-caption text-text-2">{t("kindStays")}</p> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText
          form={form}
          name="dailyRate"
          label={t("dailyRate")}
          hint={t("rateHint")}
          inputMode="decimal"
          aria-required
          end="%"
        />
        {type === "fixed" ? (
          <FormText
            form={form}
            name="durationDays"
            label={t("durationDays")}
            inputMode="numeric"
            aria-required
            end={t("daysUnit")}
          />
        ) : null}
        {(["minAmount", "maxAmount", "capacity"] as const).map((field) => (
          <FormAmount
            key={field}
            form={form}
            name={field}
            label={t(field)}
            unit={currency}
            hint={field === "minAmount" ? undefined : t(`${field}Hint`)}
          />
        ))}
      </div>
      <FormTextArea
        form={form}
        name="description"
        label={t("description")}
        hint={t("descriptionHint")}
        rows={3}
        maxLength={500}
      />
      {children}
    </SchemaDialog>
  );
}
