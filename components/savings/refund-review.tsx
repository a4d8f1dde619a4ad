"use client";

import { useTranslations } from "next-intl";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { addDecimal, compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { useRefund } from "@/lib/savings/client";
import type { RefundAnswer, SavingRecordDto } from "@/lib/savings/schema";

export interface RefundReviewProps {
  /** What is about to be refunded, as it is now; null while there is nothing to review. */
  record: SavingRecordDto | null;
  /** The same as the person last agreed to it, or opened it: another amount since is shown as changed. */
  seen: SavingRecordDto | null;
  /** The coming 00:00 UTC: terms end at one, so what ends before it is over. */
  nextMidnight: Date;
  onSeen: (record: SavingRecordDto) => void;
  onClose: () => void;
  onDone: (answer: RefundAnswer) => void;
}

const totalOf = (record: SavingRecordDto | null) =>
  addDecimal(record?.refundNow?.principal ?? "0", record?.refundNow?.profit ?? "0");

/** Whether a refund pays all that the term promised. A term without profit returns the same before and after its end. */
function hasMatured(record: SavingRecordDto, nextMidnight: Date): boolean {
  if (record.maturesAt === null) return false;
  if (compareDecimal(record.profitAtMaturity ?? "0", "0") > 0) {
    return compareDecimal(record.refundNow?.profit ?? "0", "0") > 0;
  }
  return Date.parse(record.maturesAt) < nextMidnight.getTime();
}

/** Says exactly what a refund returns and what it gives up, and refunds. */
export function RefundReview({
  record,
  seen,
  nextMidnight,
  onSeen,
  onClose,
  onDone,
}: RefundReviewProps) {
  const t = useTranslations("savings.refundReview");
  const { unresolved, keyOf, settle, leave } = useRequestKey();
  const request = useRefund();
  const returned = record?.refundNow ?? { principal: "0", profit: "0" };
  const total = totalOf(record);
  const before = totalOf(seen);
  const accrued = record?.accrued ?? "0";
  const lost =
    compareDecimal(accrued, returned.profit) > 0 ? subtractDecimal(accrued, returned.profit) : "0";
  const amount = (value: string) => formatAmount(value, record?.currency ?? "", { exact: true });
  const inDoubt = unresolved(record?.id);
  const changed = !inDoubt && compareDecimal(before, total) !== 0;
  const isMatured = record !== null && hasMatured(record, nextMidnight);
  const rule = record?.status === "pending" ? "pending" : (record?.type ?? "fixed");

  const close = () => {
    leave(record?.id);
    request.reset();
    onClose();
  };
  const confirm = () => {
    if (!record) return;
    onSeen(record);
    request.mutate(
      { id: record.id, idempotencyKey: keyOf(record.id) },
      {
        onSuccess: (answer) => {
          settle();
          request.reset();
          onDone(answer);
        },
        onError: settle,
      },
    );
  };
  return (
    <ReviewSheet
      open={record !== null}
      onOpenChange={(open) => !open && close()}
      title={t("title")}
      headline={{ label: t("headline"), value: amount(total) }}
      rows={[
        { label: t("plan"), value: record?.name },
        { label: t("principal"), value: amount(returned.principal) },
        { label: t("profit"), value: amount(returned.profit) },
        ...(compareDecimal(lost, "0") > 0
          ? [{ label: t("lost"), value: amount(lost), strong: true }]
          : []),
      ]}
      risk={t(`rule.${isMatured ? "matured" : rule}`)}
      confirmLabel={t("confirm", { amount: amount(total) })}
      confirmVariant={compareDecimal(lost, "0") > 0 ? "danger" : "primary"}
      pending={request.isPending}
      error={request.error ? messageOf(request.error) : undefined}
      unresolved={inDoubt}
      changed={changed ? t("changed", { before: amount(before), after: amount(total) }) : undefined}
      onConfirm={confirm}
    />
  );
}
