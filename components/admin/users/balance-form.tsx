"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { FormAmount, FormChoice } from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import type { ManageBalanceInput } from "@/lib/approvals/schema";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { readAmount, typedAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { FormReason } from "../editing/form-reason";
import type { BalanceDecision } from "./use-balance-decision";

export interface ManageBalanceProps {
  user: Pick<AdminUserDetailDto, "id" | "username" | "balances">;
}

const loadSchema = () =>
  import("@/lib/approvals/schema").then((module) => module.manageBalanceSchema);

export interface BalanceFormProps extends ManageBalanceProps {
  balance: BalanceDecision;
  onReview: (input: ManageBalanceInput) => void;
}

/** What to change and why. What is typed is the page's, which outlives the form. */
export function BalanceForm({
  user,
  balance: { draft, setDraft, step, setStep },
  onReview,
}: BalanceFormProps) {
  const t = useTranslations("staff.manageBalance");
  const form = useSchemaForm<ManageBalanceInput, ManageBalanceInput>({
    start: draft,
    loadSchema,
    toInput: (typed) => ({ ...typed, amount: typedAmount(typed.amount, MICRO_DECIMALS) }),
    check: ({ operation, currency: chosen, amount }) => {
      const reading = readAmount(amount, MICRO_DECIMALS);
      const available = user.balances[chosen].available;
      const isBelowZero =
        operation === "subtract" && reading.ok && compareDecimal(reading.value, available) > 0;
      return isBelowZero ? { amount: t("belowZero") } : {};
    },
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => setDraft(values) }),
    [subscribe, setDraft],
  );
  const currency = useWatch({ control: form.control, name: "currency" });
  return (
    <SchemaDialog
      form={form}
      open={step === "form"}
      onClose={() => setStep("closed")}
      placement="centre"
      title={t("title", { user: user.username })}
      text={t("description")}
      submitLabel={t("toReview")}
      onValid={onReview}
    >
      <FormChoice
        form={form}
        name="operation"
        label={t("operation")}
        options={[
          { value: "add", label: t("add") },
          { value: "subtract", label: t("subtract") },
        ]}
      />
      <FormChoice
        form={form}
        name="currency"
        label={t("currency")}
        options={[
          { value: "USDT", label: "USDT" },
          { value: "XAUT", label: "XAUT" },
        ]}
      />
      <FormAmount
        form={form}
        name="amount"
        label={t("amount")}
        unit={currency}
        hint={t("available", { amount: formatAmount(user.balances[currency].available, currency) })}
      />
      <FormReason form={form} name="reason" />
    </SchemaDialog>
  );
}
