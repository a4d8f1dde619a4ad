"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { hashRows, RateValue } from "@/components/payments/payment-details";
import { CopyButton } from "@/components/ui/copy-button";
import { Address } from "@/components/ui/display/address";
import { Banner } from "@/components/ui/display/banner";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Pill } from "@/components/ui/display/pill";
import { Age } from "@/components/ui/time/age";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { addressPage, transactionPage } from "@/lib/wallets/explorer-rules";
import type { AdminWithdrawalDto, ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import { ExplorerLink } from "../flags/explorer-link";
import { SameHashWarning } from "./same-hash";
import { WithdrawalWarnings } from "./withdrawal-warnings";

const exact = (value: string, currency = "USDT") => formatAmount(value, currency, { exact: true });

/** What is sent: USDT, or the coins that approval froze or would freeze now, with their rate. */
function usePayoutRows(withdrawal: AdminWithdrawalDto): KeyValueRow[] {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.withdrawals");
  const { currency, payoutAmount, payoutRate, quote } = withdrawal;
  const shownCoins = useRef<HTMLSpanElement>(null);
  if (currency === withdrawal.amountCurrency) {
    return [
      { label: t("net"), value: exact(withdrawal.net, currency), strong: true },
      ...(currency === "USDT" ? [] : [{ label: t("value"), value: exact(withdrawal.valueUsdt) }]),
    ];
  }
  const rows: KeyValueRow[] = [{ label: t("afterFee"), value: exact(withdrawal.net) }];
  const rateRow = (rate: string, simulated: boolean, source: ReactNode): KeyValueRow => ({
    label: t("rate"),
    value: (
      <RateValue simulated={simulated} source={source}>
        {t("rateValue", { coin: currency, rate: exact(rate) })}
      </RateValue>
    ),
  });
  if (payoutAmount && payoutRate) {
    const coins = formatAmount(payoutAmount, currency, { exact: true });
    return [
      ...rows,
      rateRow(
        payoutRate,
        withdrawal.payoutRateSimulated,
        `${withdrawal.payoutRateSource} · ${formatDateTime(withdrawal.payoutRateAt, { zone: true })}`,
      ),
      {
        label: t("net"),
        strong: true,
        value: (
          <span className="inline-flex flex-wrap items-center justify-end gap-2">
            <span ref={shownCoins}>{coins}</span>
            <CopyButton text={payoutAmount} textRef={shownCoins} label={t("copyAmount")} compact />
          </span>
        ),
      },
    ];
  }
  if (!quote) return rows;
  return [
    ...rows,
    rateRow(
      quote.rate,
      quote.simulated,
      <>
        {quote.source} · <Age at={quote.at} />
      </>,
    ),
    {
      label: t("netAtRate"),
      value: formatAmount(quote.amount, currency, { exact: true }),
      strong: true,
    },
  ];
}

/** What was asked for, whether it is covered, and what was decided. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: ReviewedWithdrawalDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.withdrawals");
  const address = useRef<HTMLElement>(null);
  const tDesk = useTranslations("staffDesk");
  const { balance, amount, amountCurrency: unit, status, checks, currency } = withdrawal;
  const payout = usePayoutRows(withdrawal);
  const isOpen = status === "pending" || status === "processing";
  const isReturned = status === "failed" || status === "cancelled";
  const isCovered = compareDecimal(balance.held, amount) >= 0;
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          { label: t("amount"), value: exact(amount, unit) },
          ...(isReturned
            ? [{ label: t("returned"), value: exact(amount, unit), strong: true }]
            : [{ label: t("fee"), value: exact(withdrawal.fee, unit) }, ...payout]),
          { label: t("asset"), value: `${withdrawal.currency} · ${withdrawal.network}` },
          {
            label: t("address"),
            stacked: true,
            value: (
              <span className="flex flex-wrap items-center justify-between gap-2">
                <Address ref={address} value={withdrawal.address} />
                <ExplorerLink
                  page={addressPage(withdrawal.network, withdrawal.address)}
                  what="address"
                />
                <CopyButton
                  text={withdrawal.address}
                  label={t("copyAddress")}
                  textRef={address}
                  variant="outline"
                />
              </span>
            ),
          },
          {
            label: tDesk("checksum"),
            value: checks.addressValid ? (
              <Pill tone="up" icon={CircleCheck}>
                {tDesk("checksumValid", { network: withdrawal.network })}
              </Pill>
            ) : (
              <Pill tone="down" icon={TriangleAlert}>
                {tDesk("checksumInvalid", { network: withdrawal.network })}
              </Pill>
            ),
          },
          ...(checks.savedAs === null
            ? []
            : [
                {
                  label: tDesk("savedAs"),
                  value: `${checks.savedAs} · ${formatDateTime(checks.savedAt, { zone: true })}`,
                },
              ]),
          { label: t("requested"), value: formatDateTime(withdrawal.createdAt, { zone: true }) },
        ]}
      />
      {status === "pending" && currency !== unit && !withdrawal.quote ? (
        <Banner tone="warn">{t("noRate")}</Banner>
      ) : null}
      {isOpen ? <WithdrawalWarnings withdrawal={withdrawal} /> : null}
      {isOpen ? (
        <KeyValueRows
          boxed
          rows={[
            {
              label: t("check"),
              value: isCovered ? (
                <Pill tone="up" icon={CircleCheck}>
                  {t("covered")}
                </Pill>
              ) : (
                <Pill tone="down" icon={TriangleAlert}>
                  {t("notCovered")}
                </Pill>
              ),
            },
            { label: t("held"), value: exact(balance.held, unit) },
            { label: t("available", { currency: unit }), value: exact(balance.available, unit) },
          ]}
        />
      ) : null}
      <Decided withdrawal={withdrawal} />
      <SameHashWarning kind="withdrawal" others={withdrawal.sameHash} />
    </>
  );
}

function Decided({ withdrawal }: { withdrawal: AdminWithdrawalDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.withdrawals");
  const { approvedAt, approvedBy, processedAt, processedBy, transactionHash, adminNotes } =
    withdrawal;
  const page = transactionHash ? transactionPage(withdrawal.network, transactionHash) : null;
  if (!approvedAt && !processedAt) return null;
  return (
    <KeyValueRows
      boxed
      rows={[
        ...(approvedAt
          ? [{ label: t("approved"), value: formatDateTime(approvedAt, { zone: true }) }]
          : []),
        ...(approvedBy ? [{ label: t("approvedBy"), value: approvedBy.username }] : []),
        ...(processedAt
          ? [{ label: t("processed"), value: formatDateTime(processedAt, { zone: true }) }]
          : []),
        { label: t("processedBy"), value: processedBy?.username ?? t("byOwner") },
        ...hashRows(t("hash"), transactionHash, page && <ExplorerLink page={page} what="hash" />),
        ...(adminNotes
          ? [{ label: t("note"), value: <p dir="auto">{adminNotes}</p>, stacked: true }]
          : []),
      ]}
    />
  );
}
