"use client";

import { useTranslations } from "next-intl";
import { AmountField } from "@/components/forms/amount-field";
import { useMoneyForm } from "@/components/forms/money/use-money-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { MoneyPauseNote } from "@/components/ui/display/money-pause";
import { StoredGold } from "@/components/vault/stored-gold";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import type { RequestKey } from "@/lib/platform/client/request-key";
import { limitProblem } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import type { SavingDto } from "@/lib/savings/schema";
import { Projection } from "./projection";
import {
  SubscribeReview,
  type SubscribeReviewProps,
  type Subscription,
  savingContent,
} from "./subscribe-review";

const START = { amount: "" };

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
  const { currency, minAmount, subscribable } = plan;
  const form = useMoneyForm<Subscription>({
    draft: useFormDraft(`saving:${plan.id}:${currency}`, START),
    request,
    orderOf: (amount) => ({ planId: plan.id, amount }),
    contentOf: savingContent,
    check: (amount) => limitProblem(amount, { min: minAmount, max: subscribable, available }),
  });
  const { element, amount, reviewed } = form;
  const shown = amount !== null && compareDecimal(amount, "0") > 0 ? amount : minAmount;
  return (
    <>
      <form ref={element} noValidate onSubmit={form.submit} className="space-y-4">
        <AmountField
          {...form.amountField}
          label={t("amountLabel")}
          unit={currency}
          available={available}
          min={minAmount}
          max={subscribable}
          showMax
          maxValue={compareDecimal(available, subscribable) < 0 ? available : subscribable}
          problemTexts={{
            belowMin: t("amount.belowMin", {
              min: formatAmount(minAmount, currency, { exact: true }),
            }),
            aboveMax: t("amount.aboveMax", { max: formatAmount(subscribable, currency) }),
          }}
        />
        {currency === "XAUT" ? <StoredGold /> : null}
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
        <SubscribeReview plan={plan} reviewed={reviewed} startsAt={startsAt} onDone={onDone} />
      )}
    </>
  );
}
