"use client";

import { useTranslations } from "next-intl";
import { Pill, type PillTone } from "@/components/ui/display/pill";
import type { ApprovalDto } from "@/lib/approvals/schema";
import { formatAmount } from "@/lib/platform/ui/format";

const TONES: Record<ApprovalDto["status"], PillTone> = {
  pending: "warn",
  approved: "up",
  refused: "down",
  expired: "neutral",
};

/** "+250.00 USDT": which way and how much; the name of what has no amount. */
export function approvalAmount({ kind, about }: Pick<ApprovalDto, "kind" | "about">): string {
  const { amount, currency, name, address } = about;
  if (amount === undefined || currency === undefined) return name || address || "";
  const isBalance = kind.startsWith("balance.");
  const signed = kind === "balance.subtract" ? `-${amount}` : amount;
  return formatAmount(signed, currency, { exact: true, sign: isBalance });
}

/** What a colleague is asked for, in words: "Confirm a deposit · number 12". */
export function useApprovalKind(): (approval: Pick<ApprovalDto, "kind" | "about">) => string {
  const t = useTranslations("staffApprovals");
  return ({ kind, about: { number, change } }) => {
    const what = t(`kinds.${kindKey(kind)}`);
    if (number !== undefined) return `${what} · ${t("numbered", { number })}`;
    return change === undefined ? what : `${what} · ${t(`changes.${change}`)}`;
  };
}

type KindKey = ApprovalDto["kind"] extends infer Kind
  ? Kind extends `${infer Area}.${infer Event}`
    ? `${Area}_${Event}`
    : never
  : never;

/** The key of a kind in messages, where a dot would be a level. */
export const kindKey = (kind: ApprovalDto["kind"]) => kind.replace(".", "_") as KindKey;

/** What became of a request. */
export function ApprovalStatus({ status }: Pick<ApprovalDto, "status">) {
  const t = useTranslations("staffApprovals.statuses");
  return <Pill tone={TONES[status]}>{t(status)}</Pill>;
}
