"use client";

import { useTranslations } from "next-intl";
import { Pill, type PillTone } from "@/components/ui/display/pill";
import type { ApprovalDto } from "@/lib/approvals/schema";
import { formatAmount } from "@/lib/platform/ui/format";

const TONES: Record<ApprovalDto["status"], PillTone> = {
  pending: "warn",
  applied: "up",
  refused: "down",
  expired: "neutral",
};

/** "+250.00 USDT": which way and how much. */
export function approvalAmount({ operation, amount, currency }: ApprovalDto): string {
  const signed = operation === "add" ? amount : `-${amount}`;
  return formatAmount(signed, currency, { exact: true, sign: true });
}

/** What became of a request. */
export function ApprovalStatus({ status }: Pick<ApprovalDto, "status">) {
  const t = useTranslations("staffApprovals.statuses");
  return <Pill tone={TONES[status]}>{t(status)}</Pill>;
}
