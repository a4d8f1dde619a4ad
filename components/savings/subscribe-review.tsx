"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Reviewed } from "@/components/forms/money/use-money-form";
import { useOrder } from "@/components/forms/money/use-order";
import type { KeyValueRow } from "@/components/ui/display/key-value-rows";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { useDateTime, type WriteTime } from "@/components/ui/time/use-date-time";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { formatAmount } from "@/lib/platform/ui/format";
import { useSubscribe } from "@/lib/savings/client";
import { addDays, interestMicro, RATE_DECIMALS } from "@/lib/savings/rules";
import type { SavingDto, SavingRecordDto } from "@/lib/savings/schema";
import { useSavingText } from "./saving-text";
import type { Sent, Subscription } from "./subscription";

/** When a plan ends and what it pays then; nothing for flexible ones. */
function maturityRows(
  plan: SavingDto,
  amount: string,
  startsAt: Date,
  t: ReturnType<typeof useTranslations<"savings.review">>,
  formatDateTime: WriteTime,
): KeyValueRow[] {
  const { durationDays, dailyRate, currency } = plan;
  if (durationDays === null) return [];
  const rate = parseDecimal(dailyRate, RATE_DECIMALS) ?? 0n;
  const profit = formatMicro(interestMicro(parseMicro(amount) ?? 0n, rate, durationDays));
  return [
    {
      label: t("matures"),
      value: formatDateTime(addDays(startsAt, durationDays), { zone: true }),
    },
    {
      label: t("profit"),
      value: formatAmount(profit, currency, { exact: true }),
      strong: true,
    },
  ];
}

export interface SubscribeReviewProps {
  plan: SavingDto;
  reviewed: Reviewed<Subscription>;
  /** When a saving made now starts to earn: another one while the review is open is another term. */
  startsAt: Date;
  /** Gets what to say where the saving is that of an earlier sending; null for a new one. */
  onDone: (record: SavingRecordDto, earlier: string | null) => void;
}

type Terms = { plan: SavingDto; startsAt: Date };

const isSame = (a: Terms, b: Terms): boolean =>
  a.plan.currency === b.plan.currency &&
  a.plan.type === b.plan.type &&
  a.plan.dailyRate === b.plan.dailyRate &&
  a.plan.durationDays === b.plan.durationDays &&
  a.startsAt.getTime() === b.startsAt.getTime();

/** Says the terms before and now. Currency and start are named where they differ. */
function useChangedText() {
  const formatDateTime = useDateTime();
  const t = useTranslations("savings.review");
  const text = useSavingText();
  return (before: Terms, after: Terms): string => {
    const isOtherCurrency = before.plan.currency !== after.plan.currency;
    const isOtherStart = before.startsAt.getTime() !== after.startsAt.getTime();
    const termsOf = ({ plan, startsAt }: Terms) =>
      [
        ...(isOtherCurrency ? [plan.currency] : []),
        text.rate(plan),
        text.term(plan),
        ...(isOtherStart ? [t("from", { date: formatDateTime(startsAt, { zone: true }) })] : []),
      ].join(", ");
    return t("changed", { before: termsOf(before), after: termsOf(after) });
  };
}

/** Repeats the plan's terms and subscribes. Terms that change meanwhile are shown and asked again. */
export function SubscribeReview(props: SubscribeReviewProps) {
  const formatDateTime = useDateTime();
  const { plan, reviewed, startsAt, onDone } = props;
  const { amount, renewal: chosen } = reviewed.order;
  const t = useTranslations("savings.review");
  const text = useSavingText();
  const changedText = useChangedText();
  const subscribe = useSubscribe();
  // What may have been subscribed is sent again with the terms that were seen then, and not twice.
  const { send, unconfirmed, clearError, sheet } = useOrder(reviewed, {
    call: (sent: Sent) => subscribe.mutateAsync(sent),
    doneAt: ({ record }) => record.createdAt,
    onDone: ({ record }, earlier) => onDone(record, earlier),
  });
  const shown = { ...plan, ...unconfirmed?.order.terms };
  const { autoRenew = "none", minDailyRate } = unconfirmed?.order ?? chosen;
  const renewal = autoRenew === "none" ? {} : { autoRenew, minDailyRate };
  const now = { plan, startsAt };
  const [seen, setSeen] = useState<Terms>({ plan: shown, startsAt });
  const [before, setBefore] = useState<Terms | null>(null);
  const isAsked = !unconfirmed && !isSame(seen, now);
  const old = isAsked ? seen : before;
  const confirm = () => {
    if (isAsked) {
      setBefore(seen);
      setSeen(now);
      clearError();
      return;
    }
    const { id, dailyRate, durationDays, type, currency } = shown;
    send((idempotencyKey) => ({
      savingId: id,
      amount,
      terms: { dailyRate, durationDays, type, currency },
      ...renewal,
      idempotencyKey,
    }));
  };
  const exact = formatAmount(amount, shown.currency, { exact: true });
  return (
    <ReviewSheet
      {...sheet}
      title={t("title")}
      headline={{ label: t("headline", { plan: plan.name }), value: exact }}
      rows={[
        { label: t("rate"), value: text.rate(shown) },
        { label: t("term"), value: text.term(shown) },
        { label: t("starts"), value: formatDateTime(startsAt, { zone: true }) },
        ...maturityRows(shown, amount, startsAt, t, formatDateTime),
        ...(shown.durationDays === null
          ? []
          : [{ label: t("renewal"), value: text.renewal({ autoRenew, minDailyRate }) }]),
      ]}
      risk={text.refundRule(shown)}
      changed={old && !unconfirmed ? changedText(old, now) : undefined}
      confirmLabel={isAsked ? t("acceptTerms") : t("confirm", { amount: exact })}
      onConfirm={confirm}
    />
  );
}
