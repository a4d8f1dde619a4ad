"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { StatusPill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { SavingRecordDto } from "@/lib/savings/schema";
import { useSavingText } from "./saving-text";

/** A saving's terms and how far it is, or what it paid. */
export function SavingDetails({ record }: { record: SavingRecordDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("savings.record");
  const { rate, term, renewal, afterwards } = useSavingText();
  const { currency } = record;
  const amount = (value: string | null) => (
    <HideableAmount value={value} currency={currency} exact />
  );
  const date = (value: string | null) => formatDateTime(value, { zone: true });
  const live: KeyValueRow[] = [
    {
      label: t("accrued", { count: record.daysAccrued }),
      value: amount(record.accrued),
      strong: true,
    },
    ...(record.maturesAt === null
      ? [{ label: t("fundedUntil"), value: date(record.fundedUntil) }]
      : [
          { label: t("atMaturity"), value: amount(record.profitAtMaturity) },
          { label: t("matures"), value: date(record.maturesAt) },
          { label: t("renewal"), value: renewal(record) },
        ]),
  ];
  const closed: KeyValueRow[] = [
    { label: t("paidPrincipal"), value: amount(record.paidPrincipal) },
    { label: t("paidProfit"), value: amount(record.paidProfit), strong: true },
    { label: t("closed"), value: date(record.closedAt) },
    ...(record.autoRenew === "none" ? [] : [{ label: t("after"), value: afterwards(record) }]),
  ];
  return (
    <KeyValueRows
      rows={[
        { label: t("number"), value: record.number },
        { label: t("status"), value: <StatusPill status={record.status} /> },
        { label: t("principal"), value: amount(record.principal) },
        { label: t("terms"), value: `${rate(record)}, ${term(record)}` },
        { label: t("starts"), value: date(record.startsAt) },
        ...(record.renewedFrom === null ? [] : [{ label: t("from"), value: t("fromValue") }]),
        ...(record.closedAt === null ? live : closed),
      ]}
    />
  );
}
