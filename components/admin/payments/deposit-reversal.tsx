"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormTextArea } from "@/components/forms/form-fields";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { ReviewedDepositDto } from "@/lib/deposits/schema";
import { useReverseDeposit } from "@/lib/deposits/staff-client";
import { Waiting } from "../approvals/approval-link";
import { DecisionForm } from "./review-parts";
import { useDecision } from "./use-decision";

type Draft = { reason: string };

const loadSchema = () =>
  import("@/lib/deposits/schema").then((module) => module.reverseDepositSchema);

/** Takes back a deposit that was credited by mistake: one member of staff asks, another one approves. */
export function DepositReversal({ deposit }: { deposit: ReviewedDepositDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDesk.reversal");
  const [open, setOpen] = useState(false);
  const asked = deposit.reversalRequest;
  if (asked) {
    return (
      <Banner tone="warn">
        <Waiting id={asked.id}>
          {t("asked", {
            who: asked.by.username,
            when: formatDateTime(asked.at, { zone: true }),
            reason: asked.reason,
          })}
        </Waiting>
      </Banner>
    );
  }
  if (open) return <ReversalForm deposit={deposit} onBack={() => setOpen(false)} />;
  return (
    <Button variant="outline" onClick={() => setOpen(true)}>
      {t("begin")}
    </Button>
  );
}

function ReversalForm({ deposit, onBack }: { deposit: ReviewedDepositDto; onBack: () => void }) {
  const t = useTranslations("staffDesk.reversal");
  const reverse = useReverseDeposit(deposit.id);
  const decision = useDecision<Draft, unknown>(reverse.mutateAsync, onBack);
  const form = useSchemaForm<Draft, Draft>({
    start: { reason: "" },
    loadSchema,
    toInput: (typed) => typed,
  });
  return (
    <DecisionForm
      form={form}
      title={t("title")}
      confirmLabel={t("ask")}
      variant="danger"
      pending={decision.pending}
      error={decision.message}
      onBack={onBack}
      onValid={decision.decide}
    >
      <p>{t("text", { user: deposit.user.username })}</p>
      <Banner tone="info">{t("two")}</Banner>
      <FormTextArea
        form={form}
        name="reason"
        label={t("reason")}
        hint={t("reasonHint")}
        rows={3}
        maxLength={500}
        aria-required
      />
    </DecisionForm>
  );
}
