"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import type { DepositDecision } from "@/lib/deposits/staff-client";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { Age } from "../lists/age";
import { NewRate, useAgreedQuote } from "./rate-agreement";
import { DecisionBar, DecisionForm, NoteField } from "./review-parts";
import { HashField, SameHashWarning, useSameHash } from "./same-hash";
import type { useDecision } from "./use-decision";

type Answer = { deposit: AdminDepositDto };
type Quote = NonNullable<AdminDepositDto["quote"]>;
type StepProps = {
  deposit: AdminDepositDto;
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

const exact = (usdt: string) => formatAmount(usdt, "USDT", { exact: true });

/** Credits at the rate that is shown. When the market leaves it, the new one has to be agreed to first. */
function Confirm({ deposit, decision, onBack }: StepProps & { onBack: () => void }) {
  const t = useTranslations("staff.deposits");
  const tDesk = useTranslations("staffDesk");
  const { quote } = deposit;
  const { agreed, hasNewRate, agree } = useAgreedQuote(quote);
  const [note, setNote] = useState("");
  const same = useSameHash(deposit);
  const line = ({ rate, usdt }: Quote) =>
    `${t("rateValue", { coin: deposit.currency, rate: formatPrice(rate, { exact: true }) })} · ${exact(usdt)}`;
  const submit = async () => {
    if (quote === null) return;
    if (hasNewRate || agreed === null) {
      decision.restart();
      agree();
      return;
    }
    const [adminNotes, transactionHash] = [note.trim(), same.hash.trim()];
    const failure = await decision.decide({
      action: "confirm",
      rate: agreed.rate,
      ...(adminNotes ? { adminNotes } : {}),
      ...(transactionHash ? { transactionHash } : {}),
      seenSameHash: same.seen,
    });
    same.warn(failure);
  };
  const isMoved = decision.code === "PRICE_MOVED";
  return (
    <DecisionForm
      title={t("confirmTitle", { user: deposit.user.username })}
      confirmLabel={
        hasNewRate || agreed === null
          ? tDesk("useNewRate")
          : t("credit", { amount: exact(agreed.usdt) })
      }
      variant="primary"
      pending={decision.pending}
      error={isMoved && hasNewRate ? null : decision.message}
      onBack={onBack}
      onSubmit={() => void submit()}
    >
      {quote === null ? (
        <Banner tone="warn" live>
          {t("noRate")}
        </Banner>
      ) : hasNewRate ? (
        <NewRate before={agreed && line(agreed)} now={line(quote)} />
      ) : agreed ? (
        <>
          <QuoteRows coin={deposit.currency} agreed={agreed} now={quote} />
          <p className="text-text-2">{tDesk("rateRule")}</p>
        </>
      ) : null}
      {deposit.transactionHash === null ? (
        <HashField
          kind="deposit"
          network={deposit.network}
          label={tDesk("hashOptional")}
          hint={tDesk("hashAdd", { network: deposit.network })}
          error={decision.fieldError("transactionHash")}
          value={same.hash}
          others={same.others}
          sending={decision.pending}
          onChange={same.setHash}
        />
      ) : (
        <SameHashWarning kind="deposit" others={same.others} />
      )}
      <NoteField
        value={note}
        onChange={setNote}
        required={false}
        error={decision.fieldError("adminNotes")}
      />
    </DecisionForm>
  );
}

function QuoteRows({ coin, agreed, now }: { coin: string; agreed: Quote; now: Quote }) {
  const t = useTranslations("staff.deposits");
  return (
    <KeyValueRows
      boxed
      rows={[
        {
          label: t("rate"),
          value: (
            <>
              {t("rateValue", { coin, rate: formatPrice(agreed.rate, { exact: true }) })} ·{" "}
              <Age at={agreed.rate === now.rate ? now.at : agreed.at} />
            </>
          ),
        },
        { label: t("makes"), value: exact(agreed.usdt), strong: true },
      ]}
    />
  );
}

function Reject({ deposit, decision, onBack }: StepProps & { onBack: () => void }) {
  const t = useTranslations("staff.deposits");
  const tDesk = useTranslations("staffDesk");
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const adminNotes = note.trim();
  const submit = () => {
    setTried(true);
    if (adminNotes) void decision.decide({ action: "reject", adminNotes });
  };
  return (
    <DecisionForm
      title={t("rejectTitle")}
      confirmLabel={t("rejectConfirm")}
      variant="danger"
      pending={decision.pending}
      error={decision.message}
      onBack={onBack}
      onSubmit={submit}
    >
      <p>{tDesk("rejectEffect", { user: deposit.user.username })}</p>
      <NoteField
        value={note}
        onChange={setNote}
        required
        error={tried && !adminNotes ? t("noteMissing") : decision.fieldError("adminNotes")}
      />
    </DecisionForm>
  );
}
