"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { TextArea } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Segmented } from "@/components/ui/segmented";
import type { AdminUserDetailDto, ManageBalanceInput } from "@/lib/accounts/staff-schema";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { checkAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import type { BalanceDraft } from "./use-balance-decision";

const REASON_MIN = 5;
const REASON_MAX = 500;

type Problems = { amount?: string; reason?: string };

export interface ManageBalanceProps {
  user: Pick<AdminUserDetailDto, "id" | "username" | "balances">;
}

/** What is wrong with a draft, or the input that it makes. */
function useDraftCheck(user: ManageBalanceProps["user"]) {
  const t = useTranslations("staff.manageBalance");
  return (draft: BalanceDraft): { problems: Problems; input: ManageBalanceInput | null } => {
    const problems: Problems = {};
    const reason = draft.reason.trim();
    const isSubtract = draft.operation === "subtract";
    const amount = checkAmount(draft.amount, {
      decimals: MICRO_DECIMALS,
      ...(isSubtract ? { available: user.balances[draft.currency].available } : {}),
    });
    if (!amount.ok) {
      problems.amount = amount.problem === "aboveAvailable" ? t("belowZero") : t("amountProblem");
    }
    if (reason.length < REASON_MIN) problems.reason = t("reasonShort", { count: REASON_MIN });
    const { operation, currency } = draft;
    const isFine = amount.ok && !problems.reason;
    return {
      problems,
      input: isFine ? { operation, currency, amount: amount.value, reason } : null,
    };
  };
}

/** What to change and why. */
export function BalanceForm({
  open,
  onClose,
  user,
  draft,
  onDraft,
  onReview,
}: {
  open: boolean;
  onClose: () => void;
  user: ManageBalanceProps["user"];
  draft: BalanceDraft;
  onDraft: (draft: BalanceDraft) => void;
  onReview: (input: ManageBalanceInput) => void;
}) {
  const t = useTranslations("staff.manageBalance");
  const formId = useId();
  const check = useDraftCheck(user);
  const [tried, setTried] = useState(false);
  const problems = tried ? check(draft).problems : {};
  const set = (change: Partial<BalanceDraft>) => onDraft({ ...draft, ...change });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { input, problems: found } = check(draft);
    setTried(input === null);
    if (input) onReview(input);
    else event.currentTarget.querySelector<HTMLElement>(`[name=${Object.keys(found)[0]}]`)?.focus();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t("title", { user: user.username })}
      description={t("description")}
      footer={
        <Button type="submit" form={formId} wide>
          {t("toReview")}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <Segmented
          label={t("operation")}
          value={draft.operation}
          onValueChange={(operation) => set({ operation })}
          options={[
            { value: "add", label: t("add") },
            { value: "subtract", label: t("subtract") },
          ]}
        />
        <Segmented
          label={t("currency")}
          value={draft.currency}
          onValueChange={(currency) => set({ currency })}
          options={[
            { value: "USDT", label: "USDT" },
            { value: "XAUT", label: "XAUT" },
          ]}
        />
        <AmountField
          label={t("amount")}
          name="amount"
          unit={draft.currency}
          hint={t("available", {
            amount: formatAmount(user.balances[draft.currency].available, draft.currency),
          })}
          value={draft.amount}
          onChange={(event) => set({ amount: event.target.value })}
          error={problems.amount}
        />
        <Field label={t("reason")} hint={t("reasonHint")} error={problems.reason}>
          <TextArea
            name="reason"
            rows={3}
            maxLength={REASON_MAX}
            aria-required
            value={draft.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
  );
}
