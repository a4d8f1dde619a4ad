"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { useSavingText } from "@/components/savings/saving-text";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError } from "@/lib/platform/client/api";
import { formatAmount } from "@/lib/platform/ui/format";
import { shareOfPercent } from "@/lib/savings/percent-rules";
import { newestPlan, type PlanChange, useSavePlan } from "@/lib/savings/staff-client";
import type { AdminSavingDto, CreatePlanInput } from "@/lib/savings/staff-schema";
import { decisionProblem } from "../approvals/approval-link";
import { SecondPersonNotice } from "../approvals/second-person";
import { TheirChanges, useSharedEdit } from "../editing/shared-edit";
import { useDecision } from "../payments/use-decision";
import { changesOf, draftOf, inputOf, type PlanDraft, type PlanField } from "./plan-draft";
import { PlanForm } from "./plan-form";

type Values = Pick<CreatePlanInput, PlanField>;

/** How a plan's field reads in the review. */
function useFieldText() {
  const t = useTranslations("staffSavings.form");
  const { rate, term } = useSavingText();
  const amount = (value: string | null, currency: string) =>
    value === null ? t("noLimit") : formatAmount(value, currency, { exact: true });
  return (field: PlanField, plan: Values): string => {
    switch (field) {
      case "type":
        return t(plan.type);
      case "dailyRate":
        return rate(plan);
      case "durationDays":
        return term(plan);
      case "minAmount":
      case "maxAmount":
      case "capacity":
        return amount(plan[field], plan.currency);
      case "description":
        return plan.description || t("none");
      case "name":
      case "currency":
        return plan[field];
    }
  };
}

export interface PlanEditorProps {
  open: boolean;
  onClose: () => void;
  /** The plan to change; null makes a new one. */
  plan: AdminSavingDto | null;
}

const loadSchema = () =>
  import("@/lib/savings/staff-schema").then((module) => module.createPlanSchema);

/** A term is of its type, and amounts are in the currency. */
const TOGETHER: (keyof PlanDraft)[][] = [
  ["type", "durationDays"],
  ["currency", "minAmount", "maxAmount", "capacity"],
];

/** Makes or changes a plan: form, review with before and after, result. */
export function PlanEditor({ open, onClose, plan: opened }: PlanEditorProps) {
  const t = useTranslations("staffSavings.form");
  const plans = useTranslations("staffSavings.plans");
  const text = useFieldText();
  const form = useSchemaForm<PlanDraft, CreatePlanInput>({
    start: draftOf(opened),
    loadSchema,
    toInput: inputOf,
    check: ({ dailyRate }) =>
      shareOfPercent(dailyRate) === null ? { dailyRate: t("rateWrong") } : {},
  });
  const edit = useSharedEdit(opened, form, { draftOf, newest: newestPlan, together: TOGETHER });
  const { base: plan, theirs } = edit;
  const [reviewed, setReviewed] = useState<CreatePlanInput | null>(null);
  const save = useSavePlan();
  const decision = useDecision<PlanChange, { saving: AdminSavingDto }>(
    ({ decision: change, key }) => edit.watch(save.mutateAsync({ change, key })),
    ({ saving }) => {
      onClose();
      showToast.success(t(plan ? "changed" : "added", { name: saving.name }));
    },
  );
  const review = (next: CreatePlanInput) => {
    const isSame = plan !== null && changesOf(plan, next).fields.length === 0;
    if (isSame) return form.setError("root", { message: t("nothingChanged") });
    decision.restart();
    setReviewed(next);
  };
  const confirm = async (next: CreatePlanInput) => {
    const failure = await decision.decide(
      plan ? { id: plan.id, input: changesOf(plan, next).input } : { id: null, input: next },
    );
    // What can be put right in the form: a field, or what a colleague changed.
    const isStale = failure instanceof ApiError && failure.body.saving !== undefined;
    if (form.refuse(failure) || isStale) setReviewed(null);
  };
  return (
    <>
      <PlanForm
        form={form}
        open={open && reviewed === null}
        onClose={onClose}
        title={plan ? t("editTitle", { name: plan.name }) : t("newTitle")}
        text={plan ? t("keepTerms") : t("newText")}
        kept={plan !== null && plan.records.live + plan.records.closed > 0 ? plan : null}
        onReview={review}
      >
        <TheirChanges
          theirs={theirs}
          texts={(one) => [
            ...ALL_FIELDS.map((field): [string, string] => [t(field), text(field, one)]),
            [plans("open"), one.isActive],
          ]}
        />
      </PlanForm>
      {reviewed ? (
        <PlanReview
          open={open}
          plan={plan}
          next={reviewed}
          pending={decision.pending}
          error={decisionProblem(decision)}
          onBack={() => setReviewed(null)}
          onConfirm={() => void confirm(reviewed)}
        />
      ) : null}
    </>
  );
}

const NEW_FIELDS: PlanField[] = [
  "name",
  "type",
  "dailyRate",
  "durationDays",
  "minAmount",
  "maxAmount",
  "capacity",
  "description",
];
/** What changes no terms. */
const WORDS: PlanField[] = ["name", "description"];
const ALL_FIELDS: PlanField[] = [...NEW_FIELDS, "currency"];

function PlanReview({
  open,
  plan,
  next,
  pending,
  error,
  onBack,
  onConfirm,
}: {
  open: boolean;
  plan: AdminSavingDto | null;
  next: CreatePlanInput;
  pending: boolean;
  error: ReactNode;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("staffSavings.form");
  const text = useFieldText();
  const fields = plan ? changesOf(plan, next).fields : NEW_FIELDS;
  return (
    <ReviewSheet
      open={open}
      onBack={onBack}
      title={plan ? t("reviewEdit", { name: plan.name }) : t("reviewNew")}
      rows={fields.map((field) => ({
        label: t(field),
        value: plan
          ? t("beforeAfter", { before: text(field, plan), after: text(field, next) })
          : text(field, next),
        stacked: field === "description" || plan !== null,
      }))}
      risk={plan ? t("keepTerms") : t("openAtOnce")}
      confirmLabel={t(plan ? "confirmEdit" : "confirmNew")}
      pending={pending}
      error={error}
      onConfirm={onConfirm}
    >
      {fields.some((field) => !WORDS.includes(field)) ? (
        <SecondPersonNotice
          usdt={next.capacity === null ? null : undefined}
          dailyRate={next.dailyRate}
        />
      ) : null}
    </ReviewSheet>
  );
}
