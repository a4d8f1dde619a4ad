"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Checkbox } from "@/components/forms/checkbox";
import { useBoundField } from "@/components/forms/form-fields";
import { type SchemaFormState, useSchemaForm } from "@/components/forms/use-schema-form";
import { Address } from "@/components/ui/display/address";
import { Banner } from "@/components/ui/display/banner";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import type { WithdrawalDecision } from "@/lib/withdrawals/staff-client";
import { decisionProblem } from "../approvals/approval-link";
import { SecondPersonNotice } from "../approvals/second-person";
import { QuotedRate, useAgreedQuote } from "./rate-agreement";
import { DecisionBar, DecisionForm, NoteField } from "./review-parts";
import { HashField, useSameHash } from "./same-hash";
import type { useDecision } from "./use-decision";
import { WithdrawalWarnings } from "./withdrawal-warnings";

type Answer = { withdrawal: ReviewedWithdrawalDto };
type Mode = "look" | WithdrawalDecision["action"];
type StepProps = {
  withdrawal: ReviewedWithdrawalDto;
  decision: ReturnType<typeof useDecision<WithdrawalDecision, Answer>>;
};

const exact = (value: string, currency = "USDT") => formatAmount(value, currency, { exact: true });

/** The decision on an open withdrawal: first which, then all that it does, then once. */
export function WithdrawalDecide({ withdrawal, decision }: StepProps) {
  const t = useTranslations("staff.withdrawals");
  const [mode, setMode] = useState<Mode>("look");
  const show = (next: Mode) => {
    decision.restart();
    setMode(next);
  };
  const step = withdrawal.status === "pending" ? "approve" : "complete";
  if (mode === "look") {
    return (
      <DecisionBar
        rejectLabel={t("reject")}
        onReject={() => show("reject")}
        label={t(step)}
        onGoOn={() => show(step)}
      />
    );
  }
  return (
    <Step
      key={mode}
      action={mode}
      withdrawal={withdrawal}
      decision={decision}
      onBack={() => show("look")}
    />
  );
}

type StepDraft = {
  /** Whoever rejects an approved one has to know it. */
  nothingSent: boolean;
  transactionHash: string;
  adminNotes: string;
};

const loadSchema = () =>
  import("@/lib/withdrawals/schema").then((module) => module.processWithdrawalSchema);

function Step({
  action,
  withdrawal,
  decision,
  onBack,
}: StepProps & { action: WithdrawalDecision["action"]; onBack: () => void }) {
  const t = useTranslations("staff.withdrawals");
  const tDesk = useTranslations("staffDesk");
  const { status, currency, amountCurrency: unit, payoutAmount } = withdrawal;
  const needsRate = action === "approve" && currency !== unit;
  const { agreed, hasNewRate, agree } = useAgreedQuote(withdrawal.quote);
  const asksAgain = needsRate && hasNewRate;
  const isApprovedReject = action === "reject" && status === "processing";
  const form = useSchemaForm<StepDraft, WithdrawalDecision>({
    start: { nothingSent: false, transactionHash: "", adminNotes: "" },
    loadSchema,
    toInput: ({ adminNotes, transactionHash }) => ({
      action,
      ...(status === "pending" || status === "processing" ? { seenStatus: status } : {}),
      ...(needsRate && agreed ? { rate: agreed.rate } : {}),
      adminNotes,
      ...(action === "complete" ? { transactionHash, seenSameHash: same.seen } : {}),
    }),
    check: ({ nothingSent, adminNotes }) => ({
      nothingSent: isApprovedReject && !nothingSent ? t("nothingSentMissing") : undefined,
      adminNotes: action === "reject" && !adminNotes.trim() ? t("noteMissing") : undefined,
    }),
  });
  const hash = useWatch({ control: form.control, name: "transactionHash" });
  const same = useSameHash(withdrawal, hash);
  const send = async (input: WithdrawalDecision) => {
    if (needsRate && withdrawal.quote === null) return;
    if (asksAgain) {
      decision.restart();
      agree();
      return;
    }
    const failure = await decision.decide(input);
    same.warn(failure);
    return failure;
  };
  const amounts = {
    net:
      action !== "approve" && payoutAmount
        ? exact(payoutAmount, currency)
        : exact(withdrawal.net, unit),
    amount: exact(withdrawal.amount, unit),
    network: withdrawal.network,
    user: withdrawal.user.username,
  };
  return (
    <DecisionForm
      form={form}
      title={t(`${action}Title`)}
      confirmLabel={asksAgain ? tDesk("useNewRate") : t(`${action}Confirm`, amounts)}
      variant={action === "reject" ? "danger" : "primary"}
      pending={decision.pending}
      error={asksAgain && decision.code === "PRICE_MOVED" ? null : decisionProblem(decision)}
      onBack={onBack}
      onValid={send}
    >
      {needsRate ? (
        <QuotedRate
          quote={withdrawal.quote}
          agreed={agreed}
          hasNewRate={hasNewRate}
          missing={t("noRate")}
          rateLabel={t("rate")}
          rateOf={({ rate }) => t("rateValue", { coin: currency, rate: exact(rate) })}
          resultLabel={t("netAtRate")}
          resultOf={(quote) => exact(quote.amount, currency)}
          rule={t("approveCoinsText")}
        />
      ) : isApprovedReject ? (
        <NothingSent withdrawal={withdrawal} form={form} />
      ) : (
        <p>{t(`${action}Text`, amounts)}</p>
      )}
      {action === "reject" ? null : <Destination withdrawal={withdrawal} />}
      {action === "complete" ? (
        <HashField
          kind="withdrawal"
          network={withdrawal.network}
          label={t("hash")}
          hint={t("hashHint", amounts)}
          required
          form={form}
          text={hash}
          others={same.others}
          sending={decision.pending}
        />
      ) : null}
      {action === "reject" ? null : (
        <SecondPersonNotice
          userId={withdrawal.user.id}
          letsOut
          // Its completion counts once with its approval: how much of it is known here only before.
          usdt={action === "approve" ? withdrawal.valueUsdt : undefined}
        />
      )}
      <NoteField form={form} required={action === "reject"} />
    </DecisionForm>
  );
}

/** The site can't see whether an approved withdrawal was sent: who rejects it has to know that it was not. */
function NothingSent({
  withdrawal: { amount, amountCurrency, user, processedBy, approvedAt },
  form,
}: {
  withdrawal: ReviewedWithdrawalDto;
  form: SchemaFormState<StepDraft, WithdrawalDecision>;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.withdrawals");
  const {
    field: { ref, value, onChange },
    error,
  } = useBoundField({ form, name: "nothingSent" });
  return (
    <>
      <Banner tone="warn">
        {t("rejectApprovedText", {
          who: processedBy?.username ?? t("colleague"),
          when: formatDateTime(approvedAt, { zone: true }),
          amount: exact(amount, amountCurrency),
          user: user.username,
        })}
      </Banner>
      <Checkbox
        label={t("nothingSent")}
        required
        ref={ref}
        checked={value === true}
        error={error}
        onChange={(event) => onChange(event.target.checked)}
      />
    </>
  );
}

/** Where the money goes, in full, and what speaks against it: beside the button that sends it. */
function Destination({ withdrawal }: { withdrawal: ReviewedWithdrawalDto }) {
  const t = useTranslations("staff.withdrawals");
  const { currency, payoutAmount } = withdrawal;
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          { label: t("asset"), value: `${withdrawal.currency} · ${withdrawal.network}` },
          {
            label: payoutAmount
              ? t("sendTo", { coins: exact(payoutAmount, currency) })
              : t("address"),
            value: <Address value={withdrawal.address} />,
            stacked: true,
          },
        ]}
      />
      <WithdrawalWarnings withdrawal={withdrawal} />
    </>
  );
}
