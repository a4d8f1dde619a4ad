"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormTextArea } from "@/components/forms/form-fields";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { useDateTime } from "@/components/ui/display/use-date-time";
import type { ReviewedDepositDto } from "@/lib/deposits/schema";
import { useReverseDeposit } from "@/lib/deposits/staff-client";
import { DecisionForm } from "./review-parts";
import { useDecision } from "./use-decision";

type Draft = { reason: string };

const loadSchema = () =>
  import("@/lib/deposits/schema").then((module) => module.reverseDepositSchema);

/** Takes back a deposit that was credited by mistake: one member of staff asks, another one agrees. */
export function DepositReversal({
  deposit,
  staffId,
}: {
  deposit: ReviewedDepositDto;
  staffId: string;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDesk.reversal");
  const [open, setOpen] = useState(false);
  const asked = deposit.reversalRequest;
  const waits = asked ? (
    <Banner tone="warn">
      {t("asked", {
        who: asked.by.username,
        when: formatDateTime(asked.at, { zone: true }),
        reason: asked.reason,
      })}
    </Banner>
  ) : null;
  if (asked?.by.id === staffId) return waits;
  if (open) {
    return (
      <>
        {waits}
        <ReversalForm deposit={deposit} isSecond={asked !== null} onBack={() => setOpen(false)} />
      </>
    );
  }
  return (
    <>
      {waits}
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t(asked ? "agree" : "begin")}
      </Button>
    </>
  );
}

function ReversalForm({
  deposit,
  isSecond,
  onBack,
}: {
  deposit: ReviewedDepositDto;
  isSecond: boolean;
  onBack: () => void;
}) {
  const t = useTranslations("staffDesk.reversal");
  const reverse = useReverseDeposit(deposit.id);
  const decision = useDecision<Draft, { deposit: ReviewedDepositDto }>(reverse.mutateAsync, onBack);
  const form = useSchemaForm<Draft, Draft>({
    start: { reason: "" },
    loadSchema,
    toInput: (typed) => typed,
  });
  return (
    <DecisionForm
      form={form}
      title={t("title")}
      confirmLabel={t(isSecond ? "agree" : "ask")}
      variant="danger"
      pending={decision.pending}
      error={decision.message}
      onBack={onBack}
      onValid={decision.decide}
    >
      <p>{t("text", { user: deposit.user.username })}</p>
      <FormTextArea
        form={form}
        name="reason"
        label={t("reason")}
        hint={t(isSecond ? "reasonHintSecond" : "reasonHint")}
        rows={3}
        maxLength={500}
        aria-required
      />
    </DecisionForm>
  );
}
