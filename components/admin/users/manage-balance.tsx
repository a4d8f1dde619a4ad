"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { addDecimal, compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { useKeptWhile } from "../lists/use-kept-while";
import type { BalanceFormProps, ManageBalanceProps } from "./balance-form";
import type { BalanceDecision } from "./use-balance-decision";

const BalanceForm = lazyDialog<BalanceFormProps>(
  () => import("./balance-form").then((module) => module.BalanceForm),
  {
    isOpen: ({ balance }) => balance.step === "form",
    close: ({ balance }) => balance.setStep("closed"),
  },
);

/** Adds to or subtracts from a user's balance: form, review with before and after, result. */
export function ManageBalance({
  user,
  balance,
}: ManageBalanceProps & { balance: BalanceDecision }) {
  const t = useTranslations("staff.manageBalance");
  const { step, setStep, reviewed, setReviewed, decision } = balance;
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
        key={balance.turn}
        user={user}
        balance={balance}
        onReview={(input) => {
          decision.restart();
          setReviewed(input);
          setStep("review");
        }}
      />
      {reviewed ? (
        <BalanceReview
          open={step === "review"}
          user={user}
          input={reviewed}
          pending={decision.pending}
          error={decision.message ?? decision.fieldError("amount") ?? decision.fieldError("reason")}
          onBack={() => setStep("form")}
          onConfirm={() => void decision.decide(reviewed)}
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
  input: NonNullable<BalanceDecision["reviewed"]>;
  pending: boolean;
  error: string | undefined;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("staff.manageBalance");
  const { operation, currency, amount, reason } = input;
  // The live balance changes with what is sent.
  const before = useKeptWhile(pending, user.balances[currency].available);
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
