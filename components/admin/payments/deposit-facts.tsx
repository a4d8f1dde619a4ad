"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { DepositAddress } from "@/components/deposits/deposit-address";
import { RateValue } from "@/components/payments/payment-details";
import { Address } from "@/components/ui/display/address";
import { Banner } from "@/components/ui/display/banner";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Pill } from "@/components/ui/display/pill";
import { Age } from "@/components/ui/time/age";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { ReviewedDepositDto } from "@/lib/deposits/schema";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { addressPage, transactionPage } from "@/lib/wallets/explorer-rules";
import { ExplorerLink } from "../flags/explorer-link";
import { Flags } from "../flags/flags";
import { OwnerFacts } from "../flags/owner-facts";
import { SameHashWarning } from "./same-hash";

type Props = { deposit: ReviewedDepositDto };

const exact = (amount: string, currency: string) => formatAmount(amount, currency, { exact: true });

/** What was reported, what it would make now, what speaks against it, who reported it, and what was decided. */
export function DepositFacts({ deposit }: Props) {
  const t = useTranslations("staff.deposits");
  const { quote } = deposit;
  return (
    <>
      <div className="rounded-control bg-surface-2 px-3 pt-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold text-page [overflow-wrap:anywhere]">
            {exact(deposit.amount, deposit.currency)}
          </span>
          <span className="text-text-2">{deposit.network}</span>
        </p>
        <Request deposit={deposit} />
      </div>
      {deposit.status === "pending" && !quote && deposit.currency !== "XAUT" ? (
        <Banner tone="warn">{t("noRate")}</Banner>
      ) : null}
      <SameHashWarning kind="deposit" others={deposit.sameHash} />
      <Flags kind="deposit" flags={deposit.flags} />
      <Decided deposit={deposit} />
      <OwnerFacts kind="deposit" user={deposit.user} owner={deposit.owner} />
    </>
  );
}

function Request({ deposit }: Props) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.deposits");
  const { quote } = deposit;
  const rated: KeyValueRow[] = quote
    ? [
        { label: t("makes"), value: exact(quote.usdt, "USDT"), strong: true },
        {
          label: t("rate"),
          value: (
            <RateValue
              simulated={quote.simulated}
              source={
                <>
                  {quote.source === "fixed" ? t("fixedRate") : quote.source} · <Age at={quote.at} />
                </>
              }
            >
              {t("rateValue", {
                coin: deposit.currency,
                rate: formatPrice(quote.rate, { exact: true }),
              })}
            </RateValue>
          ),
        },
      ]
    : [];
  return (
    <KeyValueRows
      dense
      rows={[
        ...rated,
        { label: t("hash"), value: <Hash deposit={deposit} />, stacked: true },
        { label: t("address"), value: <SentTo deposit={deposit} />, stacked: true },
        { label: t("submitted"), value: formatDateTime(deposit.createdAt, { zone: true }) },
      ]}
    />
  );
}

/** The hash as it was given, whether it can be one, whether it is new, and where to look it up. */
function Hash({ deposit: { transactionHash: hash, network, sameHash } }: Props) {
  const t = useTranslations("staff.deposits");
  const tCheck = useTranslations("staffDesk.checks");
  if (!hash) return t("noHash");
  const page = transactionPage(network, hash);
  return (
    <>
      <Address value={hash} />
      <span className="mt-1 flex flex-wrap items-center gap-2">
        {page ? (
          <Pill tone="up" icon={CircleCheck}>
            {tCheck("form")}
          </Pill>
        ) : (
          <Pill tone="down" icon={TriangleAlert}>
            {tCheck("noForm", { network })}
          </Pill>
        )}
        {sameHash.length === 0 ? (
          <Pill tone="up" icon={CircleCheck}>
            {tCheck("new")}
          </Pill>
        ) : (
          <Pill tone="warn" icon={TriangleAlert}>
            {tCheck("seen")}
          </Pill>
        )}
        {page ? <ExplorerLink page={page} what="hash" /> : null}
      </span>
    </>
  );
}

/** The address that the user was shown, and whether it is still the wallet's. */
function SentTo({ deposit: { address, network, wallet } }: Props) {
  const tCheck = useTranslations("staffDesk.checks");
  return (
    <>
      <DepositAddress address={address} />
      <span className="mt-1 flex flex-wrap items-center gap-2">
        {wallet.isCurrent ? (
          <Pill tone="up" icon={CircleCheck}>
            {tCheck("current")}
          </Pill>
        ) : (
          <Pill tone="warn" icon={TriangleAlert}>
            {tCheck("changed")}
          </Pill>
        )}
        <ExplorerLink page={addressPage(network, address)} what="address" />
      </span>
    </>
  );
}

function Decided({ deposit }: Props) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staff.deposits");
  const { processedAt, processedBy, rate, credited } = deposit;
  if (!processedAt) return null;
  return (
    <KeyValueRows
      boxed
      dense
      rows={[
        { label: t("processed"), value: formatDateTime(processedAt, { zone: true }) },
        { label: t("processedBy"), value: processedBy?.username ?? "—" },
        ...(rate
          ? [
              {
                label: t("rate"),
                value: (
                  <RateValue simulated={deposit.rateSimulated}>
                    {t("rateValue", {
                      coin: deposit.currency,
                      rate: formatPrice(rate, { exact: true }),
                    })}
                  </RateValue>
                ),
              },
            ]
          : []),
        ...(credited
          ? [
              {
                label: t("creditedLabel"),
                value: exact(credited.amount, credited.currency),
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
  );
}
