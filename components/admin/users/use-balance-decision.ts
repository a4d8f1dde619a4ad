"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "@/components/ui/overlays/toast";
import { type BalanceChange, useManageBalance } from "@/lib/approvals/client";
import type { ApprovalDto, ManageBalanceInput } from "@/lib/approvals/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { useDecision } from "../payments/use-decision";

/** A form that nothing was typed into. */
const EMPTY_DRAFT: ManageBalanceInput = {
  operation: "add",
  currency: "USDT",
  amount: "",
  reason: "",
};

/**
 * A change of a user's balance, from its form to its result. It belongs to the page: a change of unknown outcome
 * that is typed again after its form or its tab was closed goes out under the same key.
 */
export function useBalanceDecision(userId: string) {
  const t = useTranslations("staff.manageBalance");
  const [step, setStep] = useState<"closed" | "form" | "review">("closed");
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  // Each change has a form of its own.
  const [turn, setTurn] = useState(0);
  const [reviewed, setReviewed] = useState<ManageBalanceInput | null>(null);
  /** The approval that the last change waits for. */
  const [waits, setWaits] = useState<string | null>(null);
  const manage = useManageBalance(userId);
  const decision = useDecision<ManageBalanceInput, BalanceChange | { approval: ApprovalDto }>(
    ({ decision: sent, key }) => manage.mutateAsync({ input: sent, key }),
    (answer) => {
      setStep("closed");
      setDraft(EMPTY_DRAFT);
      setTurn((current) => current + 1);
      setWaits("approval" in answer ? answer.approval.id : null);
      if ("approval" in answer) return;
      const { currency, before, after } = answer;
      showToast.success(
        t("done", {
          before: formatAmount(before, currency, { exact: true }),
          after: formatAmount(after, currency, { exact: true }),
        }),
      );
    },
  );
  const begin = () => {
    decision.restart();
    setWaits(null);
    setStep("form");
  };
  return { step, setStep, begin, waits, draft, setDraft, turn, reviewed, setReviewed, decision };
}

export type BalanceDecision = ReturnType<typeof useBalanceDecision>;
