"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { type RequestKey, useSend } from "@/lib/platform/client/request-key";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { addDecimal, compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { useRefund } from "@/lib/savings/client";
import { addDays } from "@/lib/savings/rules";
import type { RefundResponse, SavingRecordDto } from "@/lib/savings/schema";

export interface RefundReviewProps {
  /** What is about to be refunded, as it is now. */
  record: SavingRecordDto;
  /** The same as the person last agreed to it, or opened it: another amount since has to be agreed to first. */
  seen: SavingRecordDto;
  /** Of the page: what may have been refunded is still known to it when the review opens again. */
  request: RequestKey;
  /** The coming 00:00 UTC: terms end at one, so what ends before it is over. */
  nextMidnight: Date;
  onSeen: (record: SavingRecordDto) => void;
  onClose: () => void;
  onDone: (answer: RefundResponse) => void;
}

const totalOf = ({ refundNow }: SavingRecordDto) =>
  addDecimal(refundNow?.principal ?? "0", refundNow?.profit ?? "0");

/** Whether a refund pays all that the term promised. A term without profit returns the same before and after its end. */
function hasMatured(record: SavingRecordDto, nextMidnight: Date): boolean {
  if (record.maturesAt === null) return false;
  if (compareDecimal(record.profitAtMaturity ?? "0", "0") > 0) {
    return compareDecimal(record.refundNow?.profit ?? "0", "0") > 0;
  }
  return Date.parse(record.maturesAt) < nextMidnight.getTime();
}

/** What a refund now gives up, or why it gives up nothing. */
function ruleOf(record: SavingRecordDto, nextMidnight: Date) {
  const { status, type, fundedUntil } = record;
  if (hasMatured(record, nextMidnight)) return "matured";
  if (status === "pending") return "pending";
  const today = addDays(nextMidnight, -1);
  const isBehind = fundedUntil !== null && Date.parse(fundedUntil) < today.getTime();
  return isBehind ? "unfunded" : type;
}

/** Says exactly what a refund returns and what it gives up, and refunds. */
export function RefundReview(props: RefundReviewProps) {
  const { record, seen, request, nextMidnight, onSeen, onClose, onDone } = props;
  const t = useTranslations("savings.refundReview");
  const refund = useRefund();
  const [before, setBefore] = useState<string | null>(null);
  const returned = record.refundNow ?? { principal: "0", profit: "0" };
  const total = totalOf(record);
  const { accrued } = record;
  const lost =
    compareDecimal(accrued, returned.profit) > 0 ? subtractDecimal(accrued, returned.profit) : "0";
  const amount = (value: string) => formatAmount(value, record.currency, { exact: true });
  const unconfirmed = request.unconfirmed(record.id);
  const isAsked = !unconfirmed && compareDecimal(totalOf(seen), total) !== 0;
  const old = isAsked ? totalOf(seen) : before;

  const { send, pending, error, clearError } = useSend(request, async () =>
    onDone(await refund.mutateAsync({ id: record.id, idempotencyKey: request.keyOf(record.id) })),
  );
  const close = () => {
    request.leave(record.id);
    onClose();
  };
  const confirm = () => {
    if (isAsked) {
      setBefore(totalOf(seen));
      onSeen(record);
      clearError();
      return;
    }
    void send();
  };
  return (
    <ReviewSheet
      open
      onBack={close}
      title={t("title")}
      headline={{ label: t("headline"), value: amount(total) }}
      rows={[
        { label: t("plan"), value: record.name },
        { label: t("principal"), value: amount(returned.principal) },
        { label: t("profit"), value: amount(returned.profit) },
        ...(compareDecimal(lost, "0") > 0
          ? [{ label: t("lost"), value: amount(lost), strong: true }]
          : []),
      ]}
      risk={t(`rule.${ruleOf(record, nextMidnight)}`, {
        date: formatUtc(record.fundedUntil, { style: "date" }),
      })}
      confirmLabel={isAsked ? t("acceptChange") : t("confirm", { amount: amount(total) })}
      confirmVariant={compareDecimal(lost, "0") > 0 ? "danger" : "primary"}
      pending={pending}
      error={error}
      unconfirmed={unconfirmed}
      changed={
        old && !unconfirmed
          ? t("changed", { before: amount(old), after: amount(total) })
          : undefined
      }
      onConfirm={confirm}
    />
  );
}
