"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDoneEarlier } from "@/components/app/use-done-earlier";
import type { KeyValueRow } from "@/components/ui/key-value-rows";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { useRequestKey, useSend } from "@/lib/platform/client/request-key";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { plainAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import { useSubscribe } from "@/lib/savings/client";
import { addDays, interestMicro, RATE_DECIMALS } from "@/lib/savings/rules";
import type { CreateSavingInput, SavingDto, SavingRecordDto } from "@/lib/savings/schema";
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
  /** When a saving made now starts to earn: another one while the review is open is another term. */
  startsAt: Date;
  onClose: () => void;
  /** Gets what to say where the saving is that of an earlier sending; null for a new one. */
  onDone: (record: SavingRecordDto, earlier: string | null) => void;
}

/** What is sent, with its key. */
type Sent = CreateSavingInput & { idempotencyKey: string };

/** Repeats the plan's terms and subscribes. Terms that change meanwhile are shown and asked again. */
export function SubscribeReview({ plan, amount, startsAt, onClose, onDone }: SubscribeReviewProps) {
  const t = useTranslations("savings.review");
  const text = useSavingText();
  const [seen, setSeen] = useState({ plan, startsAt });
  const [reviewed, setReviewed] = useState(amount);
  if (amount !== reviewed) {
    setReviewed(amount);
    setSeen({ plan, startsAt });
  }
  const request = useRequestKey("saving");
  const subscribe = useSubscribe();
  // What may have been subscribed is sent again with the terms that were seen then, and not twice.
  const content = JSON.stringify([plan.id, amount === null ? null : plainAmount(amount)]);
  const inDoubt = request.unresolved<Sent>(content);
  const shown = { ...plan, ...inDoubt?.order.terms };
  const isOtherCurrency = seen.plan.currency !== plan.currency;
  const isOtherStart = seen.startsAt.getTime() !== startsAt.getTime();
  const changed =
    !inDoubt &&
    (isOtherCurrency ||
      isOtherStart ||
      seen.plan.type !== plan.type ||
      seen.plan.dailyRate !== plan.dailyRate ||
      seen.plan.durationDays !== plan.durationDays);
  const termsOf = (of: typeof seen) =>
    [
      ...(isOtherCurrency ? [of.plan.currency] : []),
      text.rate(of.plan),
      text.term(of.plan),
      ...(isOtherStart ? [t("from", { date: formatDateTime(of.startsAt, { zone: true }) })] : []),
    ].join(", ");

  const doneEarlier = useDoneEarlier(inDoubt);
  const save = async (order: Sent, sentAtMs: number) => {
    const { record } = await subscribe.mutateAsync(order);
    onClose();
    onDone(record, doneEarlier(record.createdAt, sentAtMs));
  };
  const { send, pending, error, clearError } = useSend(request, save);
  const close = () => {
    request.leave(content);
    clearError();
    onClose();
  };
  const confirm = () => {
    if (amount === null) return;
    setSeen({ plan: shown, startsAt });
    const { id, dailyRate, durationDays, type, currency } = shown;
    const order = request.orderOf(content, (idempotencyKey) => ({
      savingId: id,
      amount,
      terms: { dailyRate, durationDays, type, currency },
      idempotencyKey,
    }));
    void send(order);
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
      changed={
        changed
          ? t("changed", { before: termsOf(seen), after: termsOf({ plan, startsAt }) })
          : undefined
      }
      confirmLabel={t("confirm", { amount: exact })}
      pending={pending}
      error={error}
      unresolved={inDoubt}
      onConfirm={confirm}
    />
  );
}
