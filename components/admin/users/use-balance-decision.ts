"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { showToast } from "@/components/ui/overlays/toast";
import { type BalanceChange, useManageBalance } from "@/lib/approvals/client";
import type { ApprovalDto, ManageBalanceInput } from "@/lib/approvals/schema";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { readAmount, typedAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { useStaffUser } from "@/lib/staff/client";
import { useDecision } from "../payments/use-decision";

/** A form that nothing was typed into. */
const EMPTY_DRAFT: ManageBalanceInput = {
  operation: "add",
  currency: "USDT",
  amount: "",
  reason: "",
};

const loadSchema = () =>
  import("@/lib/approvals/schema").then((module) => module.manageBalanceSchema);

/**
 * A change of a user's balance, from its form to its result. It belongs to the page: a change of unknown outcome
 * that is typed again after its form or its tab was closed goes out under the same key.
 */
export function useBalanceDecision(userId: string) {
  const t = useTranslations("staff.manageBalance");
  const [step, setStep] = useState<"closed" | "form" | "review">("closed");
  const { data: user } = useStaffUser(userId);
  const form = useSchemaForm<ManageBalanceInput, ManageBalanceInput>({
    start: EMPTY_DRAFT,
    loadSchema,
    toInput: (draft) => ({ ...draft, amount: typedAmount(draft.amount, MICRO_DECIMALS) }),
    check: ({ operation, currency, amount }) => {
      const reading = readAmount(amount, MICRO_DECIMALS);
      const available = user?.balances[currency].available ?? "0";
      const isBelowZero =
        operation === "subtract" && reading.ok && compareDecimal(reading.value, available) > 0;
      return isBelowZero ? { amount: t("belowZero") } : {};
    },
  });
  const [reviewed, setReviewed] = useState<ManageBalanceInput | null>(null);
  const manage = useManageBalance(userId);
  const decision = useDecision<ManageBalanceInput, BalanceChange | { approval: ApprovalDto }>(
    ({ decision: sent, key }) => manage.mutateAsync({ input: sent, key }),
    (answer) => {
      setStep("closed");
      form.reset();
      if ("approval" in answer) {
        showToast.success(t("waits"));
        return;
      }
      const { currency, before, after } = answer;
      showToast.success(
        t("done", {
          before: formatAmount(before, currency, { exact: true }),
          after: formatAmount(after, currency, { exact: true }),
        }),
      );
    },
  );
  return { step, setStep, form, reviewed, setReviewed, decision };
}

export type BalanceDecision = ReturnType<typeof useBalanceDecision>;
