"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { FormTextArea } from "@/components/forms/form-fields";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import type { ReviewedDepositDto } from "@/lib/deposits/schema";
import type { DepositDecision } from "@/lib/deposits/staff-client";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { decisionProblem } from "../approvals/approval-link";
import { SecondPersonNotice } from "../approvals/second-person";
import { QuotedRate, useAgreedQuote } from "./rate-agreement";
import { DecisionBar, DecisionForm, NoteField } from "./review-parts";
import { HashField, SameHashWarning, useSameHash } from "./same-hash";
import type { useDecision } from "./use-decision";

type Answer = { deposit: ReviewedDepositDto };
type StepProps = {
  deposit: ReviewedDepositDto;
  decision: ReturnType<typeof useDecision<DepositDecision, Answer>>;
};

/** The decision on a pending deposit: first which, then all that it does, then once. */
export function DepositDecide({ deposit, decision }: StepProps) {
  const t = useTranslations("staff.deposits");
  const [mode, setMode] = useState<"look" | "confirm" | "reject">("look");
  const show = (next: typeof mode) => {
    decision.restart();
    setMode(next);
  };
  const step = { deposit, decision, onBack: () => show("look") };
  if (mode === "confirm") return <Confirm {...step} />;
  if (mode === "reject") return <Reject {...step} />;
  return (
    <DecisionBar
      rejectLabel={t("reject")}
      onReject={() => show("reject")}
      label={t("approve")}
      onGoOn={() => show("confirm")}
    />
  );
}

type ConfirmDraft = { adminNotes: string; transactionHash: string; overrideReason: string };

const loadSchema = () =>
  import("@/lib/deposits/schema").then((module) => module.processDepositSchema);

const exact = (usdt: string) => formatAmount(usdt, "USDT", { exact: true });

/** Credits at the rate that is shown. When the market leaves it, the new one has to be agreed to first. */
function Confirm({ deposit, decision, onBack }: StepProps & { onBack: () => void }) {
  const t = useTranslations("staff.deposits");
  const tDesk = useTranslations("staffDesk");
  const { quote } = deposit;
  const isGold = deposit.currency === "XAUT";
  const { agreed, hasNewRate, agree } = useAgreedQuote(quote);
  const form = useSchemaForm<ConfirmDraft, DepositDecision>({
    start: { adminNotes: "", transactionHash: "", overrideReason: "" },
    loadSchema,
    toInput: ({ overrideReason, ...typed }) => ({
      action: "confirm",
      rate: agreed?.rate,
      ...typed,
      seenSameHash: same.seen,
      ...(same.isCredited ? { overrideReason } : {}),
    }),
  });
  const hash = useWatch({ control: form.control, name: "transactionHash" });
  const same = useSameHash(deposit, hash);
  const send = async (input: DepositDecision) => {
    if (quote === null && !isGold) return;
    if (!isGold && (hasNewRate || agreed === null)) {
      decision.restart();
      agree();
      return;
    }
    const failure = await decision.decide(input);
    same.warn(failure);
    return failure;
  };
  const isMoved = decision.code === "PRICE_MOVED";
  return (
    <DecisionForm
      form={form}
      title={t("confirmTitle", { user: deposit.user.username })}
      confirmLabel={
        same.isCredited
          ? tDesk("sameHash.override.ask")
          : isGold
            ? t("credit", { amount: formatAmount(deposit.amount, "XAUT", { exact: true }) })
            : hasNewRate || agreed === null
              ? tDesk("useNewRate")
              : t("credit", { amount: exact(agreed.usdt) })
      }
      variant="primary"
      pending={decision.pending}
      error={isMoved && hasNewRate ? null : decisionProblem(decision)}
      onBack={onBack}
      onValid={send}
    >
      {isGold ? (
        <p className="text-text-2">{t("oneToOne")}</p>
      ) : (
        <QuotedRate
          quote={quote}
          agreed={agreed}
          hasNewRate={hasNewRate}
          missing={t("noRate")}
          rateLabel={t("rate")}
          rateOf={({ rate }) =>
            t("rateValue", { coin: deposit.currency, rate: formatPrice(rate, { exact: true }) })
          }
          resultLabel={t("makes")}
          resultOf={({ usdt }) => exact(usdt)}
          rule={tDesk("rateRule")}
        />
      )}
      {deposit.transactionHash === null ? (
        <HashField
          kind="deposit"
          network={deposit.network}
          label={tDesk("hashOptional")}
          hint={tDesk("hashAdd", { network: deposit.network })}
          form={form}
          text={hash}
          others={same.others}
          sending={decision.pending}
        />
      ) : (
        <SameHashWarning kind="deposit" others={same.others} />
      )}
      {same.isCredited ? (
        <FormTextArea
          form={form}
          name="overrideReason"
          label={tDesk("sameHash.override.reason")}
          hint={tDesk("sameHash.override.hint")}
          rows={2}
          maxLength={500}
          aria-required
        />
      ) : (
        <SecondPersonNotice
          userId={deposit.user.id}
          usdt={isGold ? undefined : (agreed?.usdt ?? null)}
        />
      )}
      <NoteField form={form} required={false} />
    </DecisionForm>
  );
}

function Reject({ deposit, decision, onBack }: StepProps & { onBack: () => void }) {
  const t = useTranslations("staff.deposits");
  const tDesk = useTranslations("staffDesk");
  const form = useSchemaForm<{ adminNotes: string }, DepositDecision>({
    start: { adminNotes: "" },
    loadSchema,
    toInput: (typed) => ({ action: "reject", ...typed }),
    check: ({ adminNotes }) => ({ adminNotes: adminNotes.trim() ? undefined : t("noteMissing") }),
  });
  return (
    <DecisionForm
      form={form}
      title={t("rejectTitle")}
      confirmLabel={t("rejectConfirm")}
      variant="danger"
      pending={decision.pending}
      error={decision.message}
      onBack={onBack}
      onValid={decision.decide}
    >
      <p>{tDesk("rejectEffect", { user: deposit.user.username })}</p>
      <NoteField form={form} required />
    </DecisionForm>
  );
}
