"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { HideableAmount, useHideableText } from "@/components/ui/choices/hideable-amount";
import { CopyButton } from "@/components/ui/copy-button";
import { Address } from "@/components/ui/display/address";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { useMoneyPause } from "@/components/ui/display/money-pause";
import { SimulatedPill } from "@/components/ui/display/pill";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
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
  const t = useTranslations("withdraw.details");
  const number = useRef<HTMLSpanElement>(null);
  const { amount, currency, fee, net, payoutAmount, payoutRate, transactionHash } = withdrawal;
  const isReturned = withdrawal.status === "failed" || withdrawal.status === "cancelled";
  const rows: KeyValueRow[] = [
    { label: t("amount"), value: <HideableAmount value={amount} currency="USDT" exact /> },
    ...(isReturned
      ? [
          {
            label: t("returned"),
            value: <HideableAmount value={amount} currency="USDT" exact />,
            strong: true,
          },
        ]
      : []),
    ...(!isReturned && compareDecimal(fee, "0") > 0
      ? [
          { label: t("fee"), value: usdt(fee) },
          {
            label: t("net"),
            value: <HideableAmount value={net} currency="USDT" exact />,
            strong: true,
          },
        ]
      : []),
    { label: t("paidIn"), value: `${currency} · ${withdrawal.network}` },
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
              <span className="inline-flex flex-wrap items-center justify-end gap-2">
                {t("rateValue", { currency, rate: usdt(payoutRate) })}
                {withdrawal.payoutRateSimulated ? <SimulatedPill /> : null}
              </span>
            ),
          },
        ]
      : []),
    { label: t("address"), value: <Address value={withdrawal.address} />, stacked: true },
    ...(transactionHash
      ? [{ label: t("hash"), value: <Address value={transactionHash} />, stacked: true }]
      : []),
  ];
  return (
    <div className="space-y-4">
      <div className="flex items-center justify-between gap-3">
        <p>
          <span className="text-text-2">{t("number")}</span>{" "}
          <span ref={number} className="font-semibold">
            {withdrawal.number}
          </span>
        </p>
        <CopyButton text={withdrawal.number} textRef={number} label={t("copyNumber")} compact />
      </div>
      <WithdrawalTimeline withdrawal={withdrawal} />
      <KeyValueRows rows={rows} boxed />
      {withdrawal.status === "pending" ? (
        <CancelWithdrawal withdrawal={withdrawal} onCancelled={onCancelled} />
      ) : null}
    </div>
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
        description={t("text", { amount: own(withdrawal.amount, "USDT", { exact: true }) })}
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
