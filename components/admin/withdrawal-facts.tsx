"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Address } from "@/components/ui/address";
import { CopyButton } from "@/components/ui/copy-button";
import { KeyValueRows } from "@/components/ui/key-value-rows";
import { Pill } from "@/components/ui/pill";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import type { AdminWithdrawalDto, ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import { PayerLink } from "./review-parts";
import { SameHashWarning } from "./same-hash";
import { WithdrawalWarnings } from "./withdrawal-warnings";

const exact = (value: string) => formatAmount(value, "USDT", { exact: true });

/** What was asked for, whether it is covered, and what was decided. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: ReviewedWithdrawalDto }) {
  const t = useTranslations("staff.withdrawals");
  const address = useRef<HTMLElement>(null);
  const tDesk = useTranslations("staffDesk");
  const { balance, amount, status, checks } = withdrawal;
  const isOpen = status === "pending" || status === "processing";
  const isCovered = compareDecimal(balance.held, amount) >= 0;
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          { label: t("user"), value: <PayerLink user={withdrawal.user} /> },
          { label: t("amount"), value: exact(amount) },
          { label: t("fee"), value: exact(withdrawal.fee) },
          { label: t("net"), value: exact(withdrawal.net), strong: true },
          { label: t("asset"), value: `${withdrawal.currency} · ${withdrawal.network}` },
          {
            label: t("address"),
            stacked: true,
            value: (
              <span className="flex flex-wrap items-center justify-between gap-2">
                <Address ref={address} value={withdrawal.address} />
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
            { label: t("held"), value: exact(balance.held) },
            { label: t("available"), value: exact(balance.available) },
          ]}
        />
      ) : null}
      <Decided withdrawal={withdrawal} />
      <SameHashWarning kind="withdrawal" others={withdrawal.sameHash} />
    </>
  );
}

function Decided({ withdrawal }: { withdrawal: AdminWithdrawalDto }) {
  const t = useTranslations("staff.withdrawals");
  const { approvedAt, processedAt, processedBy, transactionHash, adminNotes } = withdrawal;
  if (!approvedAt && !processedAt) return null;
  return (
    <KeyValueRows
      boxed
      rows={[
        ...(approvedAt
          ? [{ label: t("approved"), value: formatDateTime(approvedAt, { zone: true }) }]
          : []),
        ...(processedAt
          ? [{ label: t("processed"), value: formatDateTime(processedAt, { zone: true }) }]
          : []),
        { label: t("processedBy"), value: processedBy?.username ?? t("byOwner") },
        ...(transactionHash
          ? [{ label: t("hash"), value: <Address value={transactionHash} />, stacked: true }]
          : []),
        ...(adminNotes ? [{ label: t("note"), value: adminNotes, stacked: true }] : []),
      ]}
    />
  );
}
