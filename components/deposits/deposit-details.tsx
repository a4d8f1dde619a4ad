"use client";

import { useTranslations } from "next-intl";
import { CoinEstimate } from "@/components/payments/coin-estimate";
import { PaymentDetails, RateValue } from "@/components/payments/payment-details";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import type { KeyValueRow } from "@/components/ui/display/key-value-rows";
import type { DepositDto } from "@/lib/deposits/schema";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatPrice } from "@/lib/platform/ui/format";
import { DepositAddress } from "./deposit-address";
import { DepositTimeline } from "./deposit-timeline";

/** What is known of a deposit: its number to quote, how far it is, amounts and places. */
export function DepositDetails({ deposit }: { deposit: DepositDto }) {
  const t = useTranslations("deposit.details");
  const { currency, rate, credited, reversal } = deposit;
  const rows: KeyValueRow[] = [
    {
      label: t("amount"),
      value: (
        <>
          <span className="block">
            <HideableAmount value={deposit.amount} currency={currency} exact />
          </span>
          {deposit.status === "pending" ? (
            <CoinEstimate currency={currency} amount={deposit.amount} of="coins" />
          ) : null}
        </>
      ),
    },
    { label: t("network"), value: deposit.network },
    ...(rate && currency !== "USDT"
      ? [
          {
            label: t("rate"),
            value: (
              <RateValue simulated={deposit.rateSimulated}>
                {formatPrice(rate, { exact: true })} USDT
              </RateValue>
            ),
          },
        ]
      : []),
    ...(credited
      ? [
          {
            label: t("credited"),
            value: <HideableAmount value={credited.amount} currency={credited.currency} exact />,
          },
        ]
      : []),
    ...(reversal && compareDecimal(reversal.owed, "0") > 0
      ? [
          {
            label: t("owed"),
            value: <HideableAmount value={reversal.owed} currency={reversal.currency} exact />,
          },
        ]
      : []),
    { label: t("address"), value: <DepositAddress address={deposit.address} />, stacked: true },
  ];
  return (
    <PaymentDetails
      texts="deposit.details"
      payment={deposit}
      timeline={<DepositTimeline deposit={deposit} />}
      rows={rows}
    />
  );
}
