"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { TextArea, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Segmented } from "@/components/ui/segmented";
import type { CreatePlanInput } from "@/lib/savings/staff-schema";
import { type PlanDraft, type PlanField, type PlanProblems, readDraft } from "./plan-draft";

export interface PlanFormProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Under the title. */
  text: string;
  draft: PlanDraft;
  /** Where savings were made with it: the type and currency that stay. */
  kept: Pick<PlanDraft, "type" | "currency"> | null;
  onDraft: (draft: PlanDraft) => void;
  /** What the server says of a field. */
  serverError: (field: PlanField) => string | undefined;
  /** What is wrong with the whole. */
  problem: string | null;
  onReview: (plan: CreatePlanInput) => void;
  /** What is said beside the fields. */
  children?: ReactNode;
}

/** The terms of a new or an existing plan. */
export function PlanForm({
  open,
  onClose,
  title,
  text,
  draft,
  kept,
  onDraft,
  serverError,
  problem,
  onReview,
  children,
}: PlanFormProps) {
  const t = useTranslations("staffSavings.form");
  const formId = useId();
  const [tried, setTried] = useState(false);
  const check = () =>
    readDraft(draft, {
      name: t("nameMissing"),
      rate: t("rateWrong"),
      days: t("daysWrong"),
      amount: t("amountWrong"),
      belowMinimum: t("belowMinimum"),
    });
  const problems: PlanProblems = tried ? check().problems : {};
  const errorOf = (field: PlanField) => problems[field] ?? serverError(field);
  const set = (change: Partial<PlanDraft>) => onDraft({ ...draft, ...change });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { plan, problems: found } = check();
    setTried(plan === null);
    if (plan) onReview(plan);
    else event.currentTarget.querySelector<HTMLElement>(`[name=${Object.keys(found)[0]}]`)?.focus();
  };
  // What stays can be chosen again: the draft may have another one, from before the first saving.
  const isOther = (field: "type" | "currency", value: string) =>
    kept !== null && value !== kept[field];
  const amount = (field: "minAmount" | "maxAmount" | "capacity") => (
    <AmountField
      label={t(field)}
      name={field}
      unit={draft.currency}
      hint={field === "minAmount" ? undefined : t(`${field}Hint`)}
      value={draft[field]}
      onChange={(event) => set({ [field]: event.target.value })}
      error={errorOf(field)}
    />
  );
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement="side"
      title={title}
      description={text}
      footer={
        <Button type="submit" form={formId} wide>
          {t("toReview")}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <Field label={t("name")} error={errorOf("name")}>
          <TextInput
            name="name"
            maxLength={80}
            aria-required
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Segmented
          label={t("type")}
          value={draft.type}
          onValueChange={(type) => set({ type })}
          options={[
            { value: "fixed", label: t("fixed"), disabled: isOther("type", "fixed") },
            { value: "flexible", label: t("flexible"), disabled: isOther("type", "flexible") },
          ]}
        />
        <Segmented
          label={t("currency")}
          value={draft.currency}
          onValueChange={(currency) => set({ currency })}
          options={[
            { value: "USDT", label: "USDT", disabled: isOther("currency", "USDT") },
            { value: "XAUT", label: "XAUT", disabled: isOther("currency", "XAUT") },
          ]}
        />
        {kept ? <p className="text-caption text-text-2">{t("kindStays")}</p> : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("dailyRate")} hint={t("rateHint")} error={errorOf("dailyRate")}>
            <TextInput
              name="dailyRate"
              inputMode="decimal"
              autoComplete="off"
              aria-required
              end="%"
              value={draft.dailyRate}
              onChange={(event) => set({ dailyRate: event.target.value })}
            />
          </Field>
          {draft.type === "fixed" ? (
            <Field label={t("durationDays")} error={errorOf("durationDays")}>
              <TextInput
                name="durationDays"
                inputMode="numeric"
                autoComplete="off"
                aria-required
                end={t("daysUnit")}
                value={draft.durationDays}
                onChange={(event) => set({ durationDays: event.target.value.trim() })}
              />
            </Field>
          ) : null}
          {amount("minAmount")}
          {amount("maxAmount")}
          {amount("capacity")}
        </div>
        <Field label={t("description")} hint={t("descriptionHint")} error={errorOf("description")}>
          <TextArea
            name="description"
            rows={3}
            maxLength={500}
            value={draft.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        {children}
        <InlineError>{problem}</InlineError>
      </form>
    </Dialog>
  );
}
