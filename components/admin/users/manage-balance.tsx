"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { Waiting } from "../approvals/approval-link";
import type { BalanceFormProps, ManageBalanceProps } from "./balance-form";
import type { BalanceDecision } from "./use-balance-decision";

const BalanceForm = lazyDialog<BalanceFormProps>(
  () => import("./balance-form").then((module) => module.BalanceForm),
  {
    isOpen: ({ balance }) => balance.step === "form",
    close: ({ balance }) => balance.setStep("closed"),
  },
);

const BalanceReview = lazyDialog(() =>
  import("./balance-review").then((module) => module.BalanceReview),
);

/** Adds to or subtracts from a user's balance: form, review with before and after, result. */
export function ManageBalance({
  user,
  balance,
}: ManageBalanceProps & { balance: BalanceDecision }) {
  const t = useTranslations("staff.manageBalance");
  const { step, setStep, begin, waits, reviewed, setReviewed, decision } = balance;
  return (
    <>
      <Button onClick={begin}>{t("open")}</Button>
      {waits ? (
        <Banner tone="info" live>
          <Waiting id={waits}>{t("waits")}</Waiting>
        </Banner>
      ) : null}
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
