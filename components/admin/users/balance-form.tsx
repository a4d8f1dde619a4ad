"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { FormAmount, FormChoice } from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import type { ManageBalanceInput } from "@/lib/approvals/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { FormReason } from "../editing/form-reason";
import type { BalanceDecision } from "./use-balance-decision";

export interface ManageBalanceProps {
  user: Pick<AdminUserDetailDto, "id" | "username" | "balances">;
}

/** What to change and why. */
export function BalanceForm({
  user,
  balance: { form, step, setStep },
  onReview,
}: ManageBalanceProps & {
  balance: BalanceDecision;
  onReview: (input: ManageBalanceInput) => void;
}) {
  const t = useTranslations("staff.manageBalance");
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
