"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { DepositTimeline } from "@/components/deposits/deposit-timeline";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { StatusPill } from "@/components/ui/display/pill";
import { WithdrawalTimeline } from "@/components/withdrawals/withdrawal-timeline";
import { amountCurrencyOf, type PaymentRecord } from "@/lib/withdrawals/records-client";

/** A deposit or withdrawal that is under way, with how far it is. */
export function WaitingRecord({
  record,
  onDetails,
}: {
  record: PaymentRecord;
  onDetails: () => void;
}) {
  const t = useTranslations("records");
  const titleId = useId();
  const { kind, payment } = record;
  const { currency, network } = payment;
  return (
    <Card aria-labelledby={titleId}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 id={titleId} className="font-medium">
          {t(`titles.${kind}`, { currency, network })}
        </h3>
        <HideableAmount
          value={payment.amount}
          currency={amountCurrencyOf(record)}
          className="ml-auto"
        />
        <span className="flex w-full items-center justify-between gap-3 text-caption text-text-2">
          {t("number", { number: payment.number })}
          <StatusPill status={payment.status} />
        </span>
      </div>
      {record.kind === "deposit" ? (
        <DepositTimeline deposit={record.payment} />
      ) : (
        <WithdrawalTimeline withdrawal={record.payment} />
      )}
      <Button variant="outline" wide className="mt-3" onClick={onDetails}>
        {kind === "withdrawal" && payment.status === "pending"
          ? t("detailsOrCancel")
          : t("details")}
      </Button>
    </Card>
  );
}
