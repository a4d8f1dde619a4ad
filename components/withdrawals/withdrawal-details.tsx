"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CoinEstimate } from "@/components/payments/coin-estimate";
import { PaymentDetails, RateValue } from "@/components/payments/payment-details";
import { Button } from "@/components/ui/button";
import { HideableAmount, useHideableText } from "@/components/ui/choices/hideable-amount";
import { Address } from "@/components/ui/display/address";
import type { KeyValueRow } from "@/components/ui/display/key-value-rows";
import { useMoneyPause } from "@/components/ui/display/money-pause";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { messageOf } from "@/lib/platform/client/api";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { useCancelWithdrawal } from "@/lib/withdrawals/client";
import type { WithdrawalDto } from "@/lib/withdrawals/schema";
import { WithdrawalTimeline } from "./withdrawal-timeline";

const usdt = (value: string) => formatAmount(value, "USDT", { exact: true });

/** What is known of a withdrawal: number, progress, amounts and destination; Cancel while pending. */
export function WithdrawalDetails({
  withdrawal,
  onCancelled,
}: {
  withdrawal: WithdrawalDto;
  onCancelled?: (withdrawal: WithdrawalDto) => void;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("withdraw.details");
  const { amount, amountCurrency: unit, currency, fee, net, payoutAmount, payoutRate } = withdrawal;
  const isReturned = withdrawal.status === "failed" || withdrawal.status === "cancelled";
  const rows: KeyValueRow[] = [
    { label: t("amount"), value: <HideableAmount value={amount} currency={unit} exact /> },
    ...(isReturned
      ? [
          {
            label: t("returned"),
            value: <HideableAmount value={amount} currency={unit} exact />,
            strong: true,
          },
        ]
      : []),
    ...(!isReturned && compareDecimal(fee, "0") > 0
      ? [
          { label: t("fee"), value: formatAmount(fee, unit, { exact: true }) },
          {
            label: t("net"),
            value: <HideableAmount value={net} currency={unit} exact />,
            strong: true,
          },
        ]
      : []),
    {
      label: t("paidIn"),
      value: (
        <>
          <span className="block">{`${currency} · ${withdrawal.network}`}</span>
          {withdrawal.status === "pending" && currency !== unit ? (
            <CoinEstimate currency={currency} amount={net} of="usdt" />
          ) : null}
        </>
      ),
    },
    ...(!isReturned && payoutAmount && payoutRate
      ? [
          {
            label: t("payout", { currency }),
            value: <HideableAmount value={payoutAmount} currency={currency} exact />,
            strong: true,
          },
          {
            label: t("rate"),
            value: (
              <RateValue simulated={withdrawal.payoutRateSimulated}>
                {t("rateValue", { currency, rate: usdt(payoutRate) })}
              </RateValue>
            ),
          },
        ]
      : []),
    ...(withdrawal.status === "pending" && withdrawal.waitsUntil
      ? [
          {
            label: t("waitsUntil"),
            value: formatDateTime(withdrawal.waitsUntil, { style: "full", zone: true }),
          },
        ]
      : []),
    { label: t("address"), value: <Address value={withdrawal.address} />, stacked: true },
  ];
  return (
    <PaymentDetails
      texts="withdraw.details"
      payment={withdrawal}
      timeline={<WithdrawalTimeline withdrawal={withdrawal} />}
      rows={rows}
    >
      {withdrawal.status === "pending" ? (
        <CancelWithdrawal withdrawal={withdrawal} onCancelled={onCancelled} />
      ) : null}
    </PaymentDetails>
  );
}

function CancelWithdrawal({ withdrawal, onCancelled }: Parameters<typeof WithdrawalDetails>[0]) {
  const t = useTranslations("withdraw.cancel");
  const own = useHideableText();
  const [asking, setAsking] = useState(false);
  const cancel = useCancelWithdrawal();
  const pause = useMoneyPause();
  return (
    <>
      <Button
        variant="outline"
        wide
        onClick={() => {
          cancel.reset();
          setAsking(true);
        }}
      >
        {t("button")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("title")}
        description={t("text", {
          amount: own(withdrawal.amount, withdrawal.amountCurrency, { exact: true }),
        })}
        confirmLabel={t("confirm")}
        pending={cancel.isPending}
        error={pause ?? (cancel.error ? messageOf(cancel.error) : undefined)}
        onConfirm={() => {
          if (pause !== null) return;
          cancel.mutate(withdrawal.id, {
            onSuccess: (answer) => {
              setAsking(false);
              onCancelled?.(answer.withdrawal);
            },
          });
        }}
      />
    </>
  );
}
