"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { notify } from "@/components/ui/toast";
import type { ApprovalDto } from "@/lib/accounts/approval-schema";
import { type BalanceChange, useManageBalance } from "@/lib/accounts/staff-client";
import type { ManageBalanceInput } from "@/lib/accounts/staff-schema";
import { addDecimal, compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { BalanceForm, EMPTY_DRAFT, type ManageBalanceProps } from "./balance-form";
import { useDecision } from "./use-decision";

/** Adds to or subtracts from a user's balance: form, review with before and after, result. */
export function ManageBalance({ user }: ManageBalanceProps) {
  const t = useTranslations("staff.manageBalance");
  const [step, setStep] = useState<"closed" | "form" | "review">("closed");
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [input, setInput] = useState<ManageBalanceInput | null>(null);
  const manage = useManageBalance(user.id);
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
  return (
    <>
      <Button
        onClick={() => {
          decision.restart();
          setStep("form");
        }}
      >
        {t("open")}
      </Button>
      <BalanceForm
        open={step === "form"}
        onClose={() => setStep("closed")}
        user={user}
        draft={draft}
        onDraft={setDraft}
        onReview={(checked) => {
          decision.restart();
          setInput(checked);
          setStep("review");
        }}
      />
      {input ? (
        <BalanceReview
          open={step === "review"}
          user={user}
          input={input}
          pending={decision.pending}
          error={decision.message ?? decision.fieldError("amount") ?? decision.fieldError("reason")}
          onBack={() => setStep("form")}
          onConfirm={() => void decision.decide(input)}
        />
      ) : null}
    </>
  );
}

function BalanceReview({
  open,
  user,
  input,
  pending,
  error,
  onBack,
  onConfirm,
}: {
  open: boolean;
  user: ManageBalanceProps["user"];
  input: ManageBalanceInput;
  pending: boolean;
  error: string | undefined;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("staff.manageBalance");
  const { operation, currency, amount, reason } = input;
  const before = user.balances[currency].available;
  const after = operation === "add" ? addDecimal(before, amount) : subtractDecimal(before, amount);
  const show = (value: string) => formatAmount(value, currency, { exact: true });
  return (
    <ReviewSheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onBack();
      }}
      title={t("reviewTitle")}
      rows={[
        { label: t("user"), value: user.username },
        { label: t("operation"), value: t(operation) },
        { label: t("amount"), value: show(amount), strong: true },
        { label: t("before"), value: show(before) },
        { label: t("after"), value: show(after), strong: true },
        { label: t("reason"), value: reason, stacked: true },
      ]}
      risk={compareDecimal(after, "0") < 0 ? t("belowZero") : t("visible")}
      confirmLabel={t(operation === "add" ? "confirmAdd" : "confirmSubtract", {
        amount: show(amount),
      })}
      confirmVariant={operation === "add" ? "primary" : "danger"}
      pending={pending}
      error={error}
      onConfirm={onConfirm}
    />
  );
}
