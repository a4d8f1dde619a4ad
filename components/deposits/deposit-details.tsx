"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { CopyButton } from "@/components/ui/copy-button";
import { Address } from "@/components/ui/display/address";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { SimulatedPill } from "@/components/ui/display/pill";
import type { DepositDto } from "@/lib/deposits/schema";
import { formatPrice } from "@/lib/platform/ui/format";
import { DepositAddress } from "./deposit-address";
import { DepositTimeline } from "./deposit-timeline";

/** What is known of a deposit: its number to quote, how far it is, amounts and places. */
export function DepositDetails({ deposit }: { deposit: DepositDto }) {
  const t = useTranslations("deposit.details");
  const number = useRef<HTMLSpanElement>(null);
  const { currency, rate, creditedUsdt, transactionHash } = deposit;
  const rows: KeyValueRow[] = [
    {
      label: t("amount"),
      value: <HideableAmount value={deposit.amount} currency={currency} exact />,
    },
    { label: t("network"), value: deposit.network },
    ...(rate && currency !== "USDT"
      ? [
          {
            label: t("rate"),
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-2">
                {formatPrice(rate, { exact: true })} USDT
                {deposit.rateSimulated ? <SimulatedPill /> : null}
              </span>
            ),
          },
        ]
      : []),
    ...(creditedUsdt
      ? [
          {
            label: t("credited"),
            value: <HideableAmount value={creditedUsdt} currency="USDT" exact />,
          },
        ]
      : []),
    { label: t("address"), value: <DepositAddress address={deposit.address} />, stacked: true },
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
            {deposit.number}
          </span>
        </p>
        <CopyButton text={deposit.number} textRef={number} label={t("copyNumber")} compact />
      </div>
      <DepositTimeline deposit={deposit} />
      <KeyValueRows rows={rows} boxed />
    </div>
  );
}
