"use client";

import { useTranslations } from "next-intl";
import { DepositAddress } from "@/components/deposits/deposit-address";
import { RateValue } from "@/components/payments/payment-details";
import { Address } from "@/components/ui/display/address";
import { Age } from "@/components/ui/display/age";
import { Banner } from "@/components/ui/display/banner";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { formatAmount, formatDateTime, formatPrice } from "@/lib/platform/ui/format";
import { Flags } from "../flags/flags";
import { PayerLink } from "./review-parts";
import { SameHashWarning } from "./same-hash";

/** What was reported, what it would make now, and what was decided. */
export function DepositFacts({ deposit }: { deposit: AdminDepositDto }) {
  const t = useTranslations("staff.deposits");
  const { quote } = deposit;
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          { label: t("user"), value: <PayerLink user={deposit.user} /> },
          {
            label: t("amount"),
            value: formatAmount(deposit.amount, deposit.currency, { exact: true }),
            strong: true,
          },
          { label: t("asset"), value: `${deposit.currency} · ${deposit.network}` },
          {
            label: t("address"),
            value: <DepositAddress address={deposit.address} />,
            stacked: true,
          },
          {
            label: t("hash"),
            value: deposit.transactionHash ? (
              <Address value={deposit.transactionHash} />
            ) : (
              t("noHash")
            ),
            stacked: true,
          },
          { label: t("submitted"), value: formatDateTime(deposit.createdAt, { zone: true }) },
        ]}
      />
      <Flags flags={deposit.flags} />
      <SameHashWarning kind="deposit" others={deposit.sameHash} />
      {quote ? (
        <KeyValueRows
          boxed
          rows={[
            {
              label: t("rate"),
              value: (
                <RateValue simulated={quote.simulated}>
                  {t("rateValue", {
                    coin: deposit.currency,
                    rate: formatPrice(quote.rate, { exact: true }),
                  })}
                </RateValue>
              ),
            },
            {
              label: t("rateSource"),
              value: (
                <>
                  {quote.source === "fixed" ? t("fixedRate") : quote.source} · <Age at={quote.at} />
                </>
              ),
            },
            {
              label: t("makes"),
              value: formatAmount(quote.usdt, "USDT", { exact: true }),
              strong: true,
            },
          ]}
        />
      ) : null}
      {deposit.status === "pending" && !quote && deposit.currency !== "XAUT" ? (
        <Banner tone="warn">{t("noRate")}</Banner>
      ) : null}
      {deposit.processedAt ? (
        <KeyValueRows
          boxed
          rows={[
            {
              label: t("processed"),
              value: formatDateTime(deposit.processedAt, { zone: true }),
            },
            { label: t("processedBy"), value: deposit.processedBy?.username ?? "—" },
            ...(deposit.rate
              ? [
                  {
                    label: t("rate"),
                    value: (
                      <RateValue simulated={deposit.rateSimulated}>
                        {t("rateValue", {
                          coin: deposit.currency,
                          rate: formatPrice(deposit.rate, { exact: true }),
                        })}
                      </RateValue>
                    ),
                  },
                ]
              : []),
            ...(deposit.credited
              ? [
                  {
                    label: t("creditedLabel"),
                    value: formatAmount(deposit.credited.amount, deposit.credited.currency, {
                      exact: true,
                    }),
                    strong: true,
                  },
                ]
              : []),
            {
              label: t("note"),
              value: <p dir="auto">{deposit.adminNotes ?? "—"}</p>,
              stacked: true,
            },
          ]}
        />
      ) : null}
    </>
  );
}
