"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { MoneyPauseNote } from "@/components/ui/display/money-pause";
import { dropFormDraft, useFormDraft } from "@/lib/platform/client/form-draft";
import type { RequestKey } from "@/lib/platform/client/request-key";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { checkAmount, readAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import type { SavingDto } from "@/lib/savings/schema";
import { Projection } from "./projection";
import { SubscribeReview, type SubscribeReviewProps, savingContent } from "./subscribe-review";

export interface SubscribeFormProps {
  plan: SavingDto;
  /** What the user has in the plan's currency. */
  available: string;
  /** The 00:00 UTC at which a saving made now starts to earn. */
  startsAt: Date;
  /** Of the page: it knows what may have been subscribed. */
  request: RequestKey;
  onDone: SubscribeReviewProps["onDone"];
}

/** What an amount in this plan returns, and the amount, checked before the review. */
export function SubscribeForm(props: SubscribeFormProps) {
  const { plan, available, startsAt, request, onDone } = props;
  const t = useTranslations("savings.form");
  const form = useRef<HTMLFormElement>(null);
  const [amount, setAmount] = useState("");
  const [checked, setChecked] = useState(false);
  const [reviewed, setReviewed] = useState<string | null>(null);
  const { currency, minAmount, subscribable } = plan;
  const draft = `saving:${plan.id}:${currency}`;
  const keep = useFormDraft(draft, (kept) => setAmount(kept.amount ?? ""));
  const check = () =>
    checkAmount(amount, {
      decimals: MICRO_DECIMALS,
      min: minAmount,
      max: subscribable,
      available,
      isUnconfirmed: (value) => request.unconfirmed(savingContent(plan.id, value)) !== null,
    });
  const found = checked ? check() : null;
  const error =
    found === null || found.ok
      ? undefined
      : t(`amount.${found.problem}`, {
          decimals: MICRO_DECIMALS,
          min: formatAmount(minAmount, currency, { exact: true }),
          max: formatAmount(subscribable, currency),
        });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const reading = check();
    if (reading.ok) setReviewed(reading.value);
    else focusFirstError(form.current);
  };
  const typed = readAmount(amount, MICRO_DECIMALS);
  const shown = typed.ok && compareDecimal(typed.value, "0") > 0 ? typed.value : minAmount;
  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <AmountField
          label={t("amountLabel")}
          unit={currency}
          available={available}
          min={minAmount}
          max={subscribable}
          showMax
          maxValue={compareDecimal(available, subscribable) < 0 ? available : subscribable}
          value={amount}
          error={error}
          onChange={(event) => {
            setAmount(event.target.value);
            keep({ amount: event.target.value });
          }}
        />
        <Card aria-live="polite">
          <Projection plan={plan} amount={shown} startsAt={startsAt} />
        </Card>
        <p>{t(`risk.${plan.type}`)}</p>
        <MoneyPauseNote />
        <Button type="submit" wide>
          {t("review")}
        </Button>
      </form>
      {reviewed === null ? null : (
        <SubscribeReview
          plan={plan}
          amount={reviewed}
          request={request}
          startsAt={startsAt}
          onClose={() => setReviewed(null)}
          onDone={(record, earlier) => {
            dropFormDraft(draft);
            onDone(record, earlier);
          }}
        />
      )}
    </>
  );
}
