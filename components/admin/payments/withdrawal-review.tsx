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
import { showToast } from "@/components/ui/overlays/toast";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import {
  nextWaitingWithdrawal,
  useProcessWithdrawal,
  useStaffWithdrawal,
  type WithdrawalDecision,
} from "@/lib/withdrawals/staff-client";
import { Age } from "../lists/age";
import { PaymentDialog, PaymentReview, type PaymentReviewProps } from "./payment-review";
import { NewRate, useAgreedQuote } from "./rate-agreement";
import { DecisionBar, DecisionForm, NoteField } from "./review-parts";
import { HashField, useSameHash } from "./same-hash";
import { useDecision } from "./use-decision";
import { useGoOn } from "./use-review";
import { WithdrawalFacts } from "./withdrawal-facts";
import { WithdrawalWarnings } from "./withdrawal-warnings";

type Answer = { withdrawal: ReviewedWithdrawalDto };
type Mode = "look" | "approve" | "complete" | "reject";

const exact = (value: string, currency = "USDT") => formatAmount(value, currency, { exact: true });

/** One withdrawal with the user's balances, and the next step of it. */
export function WithdrawalReview(props: PaymentReviewProps) {
  const answer = useStaffWithdrawal(props.id);
  return (
    <PaymentDialog texts="staff.withdrawals" answer={answer} {...props}>
      {(withdrawal) => <Review key={props.id} withdrawal={withdrawal} {...props} />}
    </PaymentDialog>
  );
}

function Review({
  withdrawal,
  filters,
  onMove,
  ...props
}: PaymentReviewProps & { withdrawal: ReviewedWithdrawalDto }) {
  const t = useTranslations("staff.withdrawals");
  const process = useProcessWithdrawal(withdrawal.id);
  const goOn = useGoOn(() => nextWaitingWithdrawal(withdrawal, filters), onMove);
  const decision = useDecision<WithdrawalDecision, Answer>(
    process.mutateAsync,
    async ({ withdrawal: { number, status, currency, payoutAmount } }) => {
      const done = status === "processing" ? "approved" : status;
      const text =
        done === "approved" && payoutAmount
          ? t("done.approvedCoins", { number, coins: exact(payoutAmount, currency) })
          : t(`done.${done === "failed" ? "rejected" : done}`, { number });
      showToast.success(text);
      await goOn();
    },
  );
  const isOpen = withdrawal.status === "pending" || withdrawal.status === "processing";
  return (
    <PaymentReview
      payment={withdrawal}
      {...props}
      onMove={onMove}
      busy={decision.pending}
      askedText={t("asked")}
      ownText={t("own")}
      conflict={decision.conflict}
      onNext={() => void goOn()}
      facts={<WithdrawalFacts withdrawal={withdrawal} />}
      decide={
        isOpen ? (
          <Decide key={withdrawal.status} withdrawal={withdrawal} decision={decision} />
        ) : null
      }
    />
  );
}

function Decide({
  withdrawal,
  decision,
}: {
  withdrawal: ReviewedWithdrawalDto;
  decision: ReturnType<typeof useDecision<WithdrawalDecision, Answer>>;
}) {
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
}: {
  action: WithdrawalDecision["action"];
  withdrawal: ReviewedWithdrawalDto;
  decision: ReturnType<typeof useDecision<WithdrawalDecision, Answer>>;
  onBack: () => void;
}) {
  const t = useTranslations("staff.withdrawals");
  const tDesk = useTranslations("staffDesk");
  const { status, currency, payoutAmount } = withdrawal;
  const needsRate = action === "approve" && currency !== "USDT";
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
      action !== "approve" && payoutAmount ? exact(payoutAmount, currency) : exact(withdrawal.net),
    amount: exact(withdrawal.amount),
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
      error={asksAgain && decision.code === "PRICE_MOVED" ? null : decision.message}
      onBack={onBack}
      onValid={send}
    >
      {needsRate ? (
        <PayoutRate withdrawal={withdrawal} agreed={agreed} hasNewRate={hasNewRate} />
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
      <NoteField form={form} required={action === "reject"} />
    </DecisionForm>
  );
}

/** The site can't see whether an approved withdrawal was sent: who rejects it has to know that it was not. */
function NothingSent({
  withdrawal: { amount, user, processedBy, approvedAt },
  form,
}: {
  withdrawal: ReviewedWithdrawalDto;
  form: SchemaFormState<StepDraft, WithdrawalDecision>;
}) {
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
          amount: exact(amount),
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

type Quote = NonNullable<ReviewedWithdrawalDto["quote"]>;

/** What approving freezes: the rate with its age and the coins, and both again when the market has left them. */
function PayoutRate({
  withdrawal: { currency, quote },
  agreed,
  hasNewRate,
}: {
  withdrawal: ReviewedWithdrawalDto;
  agreed: Quote | null;
  hasNewRate: boolean;
}) {
  const t = useTranslations("staff.withdrawals");
  const rate = (of: Quote) => t("rateValue", { coin: currency, rate: exact(of.rate) });
  const line = (of: Quote) => `${rate(of)} · ${exact(of.amount, currency)}`;
  if (quote === null) {
    return (
      <Banner tone="warn" live>
        {t("noRate")}
      </Banner>
    );
  }
  if (hasNewRate || agreed === null) {
    return <NewRate before={agreed && line(agreed)} now={line(quote)} />;
  }
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          {
            label: t("rate"),
            value: (
              <>
                {rate(agreed)} · <Age at={agreed.rate === quote.rate ? quote.at : agreed.at} />
              </>
            ),
          },
          { label: t("netAtRate"), value: exact(agreed.amount, currency), strong: true },
        ]}
      />
      <p className="text-text-2">{t("approveCoinsText")}</p>
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
