"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { KeyValueRow } from "@/components/ui/key-value-rows";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { plainAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import { useSubscribe } from "@/lib/savings/client";
import { addDays, interestMicro, RATE_DECIMALS } from "@/lib/savings/rules";
import type { SavingDto, SavingRecordDto } from "@/lib/savings/schema";
import { useSavingText } from "./saving-text";

/** When a plan ends and what it pays then; nothing for flexible ones. */
function maturityRows(
  plan: SavingDto,
  amount: string,
  startsAt: Date,
  t: ReturnType<typeof useTranslations<"savings.review">>,
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
  /** What is about to be saved; null while there is nothing to review. */
  amount: string | null;
  startsAt: Date;
  onClose: () => void;
  onDone: (record: SavingRecordDto) => void;
}

/** Repeats the plan's terms and subscribes. Terms that change meanwhile are shown and asked again. */
export function SubscribeReview({ plan, amount, startsAt, onClose, onDone }: SubscribeReviewProps) {
  const t = useTranslations("savings.review");
  const text = useSavingText();
  const [seen, setSeen] = useState(plan);
  const [reviewed, setReviewed] = useState(amount);
  if (amount !== reviewed) {
    setReviewed(amount);
    setSeen(plan);
  }
  const { unresolved, orderOf, settle, leave } = useRequestKey("saving");
  const request = useSubscribe();
  // What may have been subscribed is sent again with the terms that were seen then, and not twice.
  const content = JSON.stringify([plan.id, amount === null ? null : plainAmount(amount)]);
  const inDoubt = unresolved<{ terms: Partial<SavingDto> }>(content);
  const shown = { ...plan, ...inDoubt?.order.terms };
  const isOtherCurrency = seen.currency !== plan.currency;
  const changed =
    !inDoubt &&
    (isOtherCurrency ||
      seen.type !== plan.type ||
      seen.dailyRate !== plan.dailyRate ||
      seen.durationDays !== plan.durationDays);
  const termsOf = (of: SavingDto) =>
    [...(isOtherCurrency ? [of.currency] : []), text.rate(of), text.term(of)].join(", ");

  const close = () => {
    leave(content);
    request.reset();
    onClose();
  };
  const confirm = () => {
    if (amount === null) return;
    setSeen(shown);
    const { id, dailyRate, durationDays, type, currency } = shown;
    const order = orderOf(content, (idempotencyKey) => ({
      savingId: id,
      amount,
      terms: { dailyRate, durationDays, type, currency },
      idempotencyKey,
    }));
    request.mutate(order, {
      onSuccess: ({ record }) => {
        settle();
        close();
        onDone(record);
      },
      onError: settle,
    });
  };
  const exact = formatAmount(amount, shown.currency, { exact: true });
  return (
    <ReviewSheet
      open={amount !== null}
      onOpenChange={(open) => !open && close()}
      title={t("title")}
      headline={{ label: t("headline", { plan: plan.name }), value: exact }}
      rows={[
        { label: t("rate"), value: text.rate(shown) },
        { label: t("term"), value: text.term(shown) },
        { label: t("starts"), value: formatDateTime(startsAt, { zone: true }) },
        ...maturityRows(shown, amount ?? "0", startsAt, t),
      ]}
      risk={text.refundRule(shown)}
      changed={changed ? t("changed", { before: termsOf(seen), after: termsOf(plan) }) : undefined}
      confirmLabel={t("confirm", { amount: exact })}
      pending={request.isPending}
      error={request.error ? messageOf(request.error) : undefined}
      unresolved={inDoubt}
      onConfirm={confirm}
    />
  );
}
