"use client";

import { useTranslations } from "next-intl";
import { AmountField } from "@/components/forms/amount-field";
import { useMoneyForm } from "@/components/forms/money/use-money-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { MoneyPauseNote } from "@/components/ui/display/money-pause";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { StoredGold } from "@/components/vault/stored-gold";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import type { RequestKey } from "@/lib/platform/client/request-key";
import { limitProblem } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { percentOfShare } from "@/lib/savings/percent-rules";
import { autoRenewals } from "@/lib/savings/rules";
import type { SavingDto } from "@/lib/savings/schema";
import { BadCases } from "./bad-cases";
import { Projection } from "./projection";
import { type RenewalDraft, RenewalFields, renewalOf } from "./renewal-fields";
import type { SubscribeReviewProps } from "./subscribe-review";
import { type Subscription, savingContent } from "./subscription";

const SubscribeReview = lazyDialog(
  () => import("./subscribe-review").then((module) => module.SubscribeReview),
  { close: ({ reviewed }) => reviewed.leave() },
);

const NO_RENEWAL = { autoRenew: "none" } as const;

/** What was kept of an earlier time may be anything. */
const draftOf = (fields: { autoRenew: string; minRate: string }): RenewalDraft => ({
  autoRenew: autoRenewals.find((one) => one === fields.autoRenew) ?? "none",
  minRate: fields.minRate,
});

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
  const draft = useFormDraft(`saving:${plan.id}:${currency}`, {
    amount: "",
    autoRenew: "none",
    minRate: percentOfShare(plan.dailyRate),
  });
  const renewal = draftOf(draft.fields);
  const form = useMoneyForm<Subscription>({
    draft,
    request,
    orderOf: (amount) => {
      const chosen = plan.type === "fixed" ? renewalOf(renewal) : NO_RENEWAL;
      return chosen && { planId: plan.id, amount, renewal: chosen };
    },
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
          <BadCases plan={plan} amount={shown} />
        </Card>
        {plan.type === "fixed" ? (
          <RenewalFields draft={renewal} isTried={form.isTried} onChange={draft.change} />
        ) : null}
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
