"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import type { HouseKind } from "@/lib/house/rules";
import type { HouseResponse, HouseTransferBody } from "@/lib/house/schema";
import { addDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { decisionProblem } from "../approvals/approval-link";
import { SecondPersonNotice } from "../approvals/second-person";
import { useKeptWhile } from "../lists/use-kept-while";
import { crossesBorder, type TransferDraft } from "./transfer-draft";
import { TransferForm, useTransferForm } from "./transfer-form";
import type { useTransferDecision } from "./use-transfer-decision";

export interface TransferProps {
  open: boolean;
  onClose: () => void;
  house: HouseResponse;
  decision: ReturnType<typeof useTransferDecision>;
  /** What the form starts with. */
  start: TransferDraft;
}

/** Moves money in the house: form, review with before and after, result. */
export function Transfer({ open, onClose, house, decision, start }: TransferProps) {
  const form = useTransferForm(house, start);
  const [reviewed, setReviewed] = useState<HouseTransferBody | null>(null);
  return (
    <>
      <TransferForm
        open={open && reviewed === null}
        onClose={onClose}
        house={house}
        form={form}
        onReview={(input) => {
          decision.restart();
          setReviewed(input);
        }}
      />
      {reviewed ? (
        <TransferReview
          open={open}
          live={house}
          input={reviewed}
          pending={decision.pending}
          error={
            decisionProblem(decision) ??
            (["amount", "reason", "reference", "from", "to"].flatMap(
              (field) => decision.fieldError(field) ?? [],
            )[0] ||
              null)
          }
          onBack={() => setReviewed(null)}
          onConfirm={() => void decision.decide(reviewed)}
        />
      ) : null}
    </>
  );
}

function TransferReview({
  open,
  live,
  input,
  pending,
  error,
  onBack,
  onConfirm,
}: {
  open: boolean;
  live: HouseResponse;
  input: HouseTransferBody;
  pending: boolean;
  error: ReactNode;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("staffHouse");
  const { from, to, currency, amount } = input;
  // The live balances change with what is sent.
  const house = useKeptWhile(pending, live);
  const show = (value: string) => formatAmount(value, currency, { exact: true });
  const balanceOf = (kind: HouseKind) =>
    house.accounts.find((one) => one.kind === kind && one.currency === currency)?.balance ?? "0";
  const change = (kind: HouseKind, after: (balance: string) => string) => ({
    id: kind,
    label: t(`kinds.${kind}.name`),
    value: t("move.beforeAfter", {
      before: show(balanceOf(kind)),
      after: show(after(balanceOf(kind))),
    }),
    stacked: true,
  });
  const risk = !crossesBorder(input)
    ? t("move.riskInside")
    : t(house.realMoney ? "move.riskOutside" : "move.riskDemo");
  return (
    <ReviewSheet
      open={open}
      onBack={onBack}
      title={t("move.reviewTitle")}
      headline={{ label: t("move.amount"), value: show(amount) }}
      rows={[
        change(from, (balance) => subtractDecimal(balance, amount)),
        change(to, (balance) => addDecimal(balance, amount)),
        ...(input.reference
          ? [{ label: t("move.reference"), value: input.reference, stacked: true }]
          : []),
        { label: t("move.reason"), value: input.reason, stacked: true },
      ]}
      risk={risk}
      confirmLabel={t("move.confirm", { amount: show(amount) })}
      pending={pending}
      error={error}
      onConfirm={onConfirm}
    >
      {crossesBorder(input) ? (
        <SecondPersonNotice usdt={currency === "USDT" ? amount : undefined} />
      ) : null}
    </ReviewSheet>
  );
}
