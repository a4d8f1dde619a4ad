"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Address } from "@/components/ui/display/address";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { SimulatedPill } from "@/components/ui/display/pill";

/** A rate, marked where it is no real one. */
export function RateValue({
  simulated,
  source,
  children,
}: {
  simulated: boolean;
  /** Where it comes from, and of when it is. */
  source?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {children}
      {simulated ? <SimulatedPill /> : null}
      {source ? <span className="text-caption text-text-2">{source}</span> : null}
    </span>
  );
}

/** The row of a transaction's hash, with what stands under it; none without one. */
export const hashRows = (label: string, hash: string | null, under?: ReactNode): KeyValueRow[] =>
  hash
    ? [
        {
          label,
          value: (
            <>
              <Address value={hash} /> {under}
            </>
          ),
          stacked: true,
        },
      ]
    : [];

export interface PaymentDetailsProps {
  texts: "deposit.details" | "withdraw.details";
  payment: { number: string; transactionHash: string | null };
  timeline: ReactNode;
  /** Amounts and places. */
  rows: KeyValueRow[];
  /** What its owner can do. */
  children?: ReactNode;
}

/** What is known of a payment: its number to quote, how far it is, amounts and places. */
export function PaymentDetails({ texts, payment, timeline, rows, children }: PaymentDetailsProps) {
  const t = useTranslations(texts);
  const number = useRef<HTMLSpanElement>(null);
  return (
    <div className="space-y-4">
      <div className="flex items-center justify-between gap-3">
        <p>
          <span className="text-text-2">{t("number")}</span>{" "}
          <span ref={number} className="font-semibold">
            {payment.number}
          </span>
        </p>
        <CopyButton text={payment.number} textRef={number} label={t("copyNumber")} compact />
      </div>
      {timeline}
      <KeyValueRows rows={[...rows, ...hashRows(t("hash"), payment.transactionHash)]} boxed />
      {children}
    </div>
  );
}
