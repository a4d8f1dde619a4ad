"use client";

import { useTranslations } from "next-intl";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { addDecimal, compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { SecondPersonNotice } from "../approvals/second-person";
import { useKeptWhile } from "../lists/use-kept-while";
import type { ManageBalanceProps } from "./balance-form";
import type { BalanceDecision } from "./use-balance-decision";

/** What a change makes of the balance, before it is sent. */
export function BalanceReview({
  open,
  user,
  input,
  pending,
  error,
  onBack,
  onConfirm,
}: {
  open: boolean;
  user: ManageBalanceProps["user"];
  input: NonNullable<BalanceDecision["reviewed"]>;
  pending: boolean;
  error: string | undefined;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("staff.manageBalance");
  const { operation, currency, amount, reason } = input;
  // The live balance changes with what is sent.
  const before = useKeptWhile(pending, user.balances[currency].available);
  const after = operation === "add" ? addDecimal(before, amount) : subtractDecimal(before, amount);
  const show = (value: string) => formatAmount(value, currency, { exact: true });
  return (
    <ReviewSheet
      open={open}
      onBack={onBack}
      title={t("reviewTitle")}
      rows={[
        { label: t("user"), value: user.username },
        { label: t("operation"), value: t(operation) },
        { label: t("amount"), value: show(amount), strong: true },
        { label: t("before"), value: show(before) },
        { label: t("after"), value: show(after), strong: true },
        { label: t("reason"), value: reason, stacked: true },
      ]}
      risk={compareDecimal(after, "0") < 0 ? t("belowZero") : t("visible")}
      confirmLabel={t(operation === "add" ? "confirmAdd" : "confirmSubtract", {
        amount: show(amount),
      })}
      confirmVariant={operation === "add" ? "primary" : "danger"}
      pending={pending}
      error={error}
      onConfirm={onConfirm}
    >
      <SecondPersonNotice userId={user.id} usdt={currency === "USDT" ? amount : undefined} />
    </ReviewSheet>
  );
}
