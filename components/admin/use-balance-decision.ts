"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { notify } from "@/components/ui/toast";
import type { ApprovalDto } from "@/lib/accounts/approval-schema";
import { type BalanceChange, useManageBalance } from "@/lib/accounts/staff-client";
import type { ManageBalanceInput } from "@/lib/accounts/staff-schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { useDecision } from "./use-decision";

export type BalanceDraft = {
  operation: "add" | "subtract";
  currency: "USDT" | "XAUT";
  amount: string;
  reason: string;
};

/** A form that nothing was typed into. */
const EMPTY_DRAFT: BalanceDraft = { operation: "add", currency: "USDT", amount: "", reason: "" };

/**
 * A change of a user's balance, from its form to its result. It belongs to the page: a change of unknown outcome
 * that is typed again after its form or its tab was closed goes out under the same key.
 */
export function useBalanceDecision(userId: string) {
  const t = useTranslations("staff.manageBalance");
  const [step, setStep] = useState<"closed" | "form" | "review">("closed");
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [reviewed, setReviewed] = useState<ManageBalanceInput | null>(null);
  const manage = useManageBalance(userId);
  const decision = useDecision<ManageBalanceInput, BalanceChange | { approval: ApprovalDto }>(
    ({ decision: sent, key }) => manage.mutateAsync({ input: sent, key }),
    (answer) => {
      setStep("closed");
      setDraft(EMPTY_DRAFT);
      if ("approval" in answer) {
        notify.success(t("waits"));
        return;
      }
      const { currency, before, after } = answer;
      notify.success(
        t("done", {
          before: formatAmount(before, currency, { exact: true }),
          after: formatAmount(after, currency, { exact: true }),
        }),
      );
    },
  );
  return { step, setStep, draft, setDraft, reviewed, setReviewed, decision };
}

export type BalanceDecision = ReturnType<typeof useBalanceDecision>;
