"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { SecondPersonNotice } from "../approvals/second-person";
import { AddressComparison } from "./address-comparison";

export interface AddressReviewProps {
  open: boolean;
  currency: string;
  network: string;
  before: string | null;
  after: string;
  pending: boolean;
  error: ReactNode;
  onBack: () => void;
  onConfirm: () => void;
  /** Where one's own password is entered, if it is needed. */
  children: ReactNode;
}

/** The last look at an address before users are shown it: old and new, and one's own password. */
export function AddressReview({
  open,
  currency,
  network,
  before,
  after,
  pending,
  error,
  onBack,
  onConfirm,
  children,
}: AddressReviewProps) {
  const t = useTranslations("staffWallets");
  return (
    <ReviewSheet
      open={open}
      onBack={onBack}
      title={t("reviewTitle")}
      rows={[
        { label: t("coin"), value: currency, strong: true },
        { label: t("network"), value: network, strong: true },
      ]}
      risk={t("reviewRisk")}
      confirmLabel={t("reviewConfirm")}
      confirmVariant="danger"
      pending={pending}
      error={error}
      onConfirm={onConfirm}
    >
      <AddressComparison before={before} after={after} />
      <SecondPersonNotice always />
      {children}
    </ReviewSheet>
  );
}
