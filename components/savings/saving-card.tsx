"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { OwnProofButton } from "@/components/transparency/own-proof-button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Banner } from "@/components/ui/display/banner";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { ResultCard } from "@/components/ui/display/result-card";
import { formatUtc } from "@/lib/platform/ui/date-time";
import type { RefundResponse, SavingRecordDto } from "@/lib/savings/schema";
import { SavingDetails } from "./saving-details";
import { SavingTypePill } from "./saving-text";

/** One saving: what it is, how far it is or what it paid, and its action. */
export function SavingCard({ record, action }: { record: SavingRecordDto; action: ReactNode }) {
  const t = useTranslations("savings.record");
  const id = useId();
  return (
    <Card aria-labelledby={id} className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          {record.name}
        </h3>
        <SavingTypePill type={record.type} />
      </div>
      <SavingDetails record={record} />
      {record.fundingShort ? (
        <Banner tone="warn">
          {t("short", { date: formatUtc(record.fundedUntil, { style: "date" }) })}
        </Banner>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {action}
        <OwnProofButton
          kind="saving"
          id={record.id}
          what={`${record.name}, ${t("number")} ${record.number}`}
        />
      </div>
    </Card>
  );
}

/** What a refund paid. */
export function RefundedCard({ refunded: { record, refunded } }: { refunded: RefundResponse }) {
  const t = useTranslations("savings.refunded");
  const amount = (value: string) => (
    <HideableAmount value={value} currency={record.currency} exact />
  );
  return (
    <ResultCard title={t("title")} text={t("text", { plan: record.name })}>
      <KeyValueRows
        rows={[
          { label: t("principal"), value: amount(refunded.principal) },
          { label: t("profit"), value: amount(refunded.profit), strong: true },
        ]}
      />
    </ResultCard>
  );
}
