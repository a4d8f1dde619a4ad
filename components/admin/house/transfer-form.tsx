"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { Select, TextArea, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Segmented } from "@/components/ui/segmented";
import { hasAccount, type MovableKind, movableKinds, targetsOf } from "@/lib/house/rules";
import type { HouseAnswer, HouseTransferBody } from "@/lib/house/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import {
  crossesBorder,
  freeOf,
  REASON_MIN,
  readTransfer,
  type TransferDraft,
  withRoute,
} from "./transfer-draft";

export interface TransferFormProps {
  open: boolean;
  onClose: () => void;
  house: HouseAnswer;
  draft: TransferDraft;
  onDraft: (draft: TransferDraft) => void;
  onReview: (input: HouseTransferBody) => void;
}

/** From where to where, how much and why. */
export function TransferForm({
  open,
  onClose,
  house,
  draft,
  onDraft,
  onReview,
}: TransferFormProps) {
  const t = useTranslations("staffHouse");
  const formId = useId();
  const [tried, setTried] = useState(false);
  const { currency, from, to } = draft;
  const account = house.accounts.find((one) => one.kind === from && one.currency === currency);
  const free = freeOf(account);
  const check = () => readTransfer(draft, { free, realMoney: house.realMoney });
  const problems = tried ? check().problems : {};
  const problem = (field: keyof typeof problems) => {
    const found = problems[field];
    return found ? t(`move.problems.${found}`, { count: REASON_MIN }) : undefined;
  };
  const set = (change: Partial<TransferDraft>) => onDraft({ ...draft, ...change });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { input, problems: found } = check();
    setTried(input === null);
    if (input) onReview(input);
    else event.currentTarget.querySelector<HTMLElement>(`[name=${Object.keys(found)[0]}]`)?.focus();
  };
  const option = (kind: MovableKind) => (
    <option key={kind} value={kind}>
      {t(`kinds.${kind}.name`)}
    </option>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement="side"
      title={t("move.title")}
      description={t("move.text")}
      footer={
        <Button type="submit" form={formId} wide>
          {t("move.toReview")}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <Segmented
          label={t("move.currency")}
          value={currency}
          onValueChange={(next) => onDraft(withRoute(draft, { currency: next }))}
          options={[
            { value: "USDT", label: "USDT" },
            { value: "XAUT", label: "XAUT" },
          ]}
        />
        <Field label={t("move.from")} hint={t(`kinds.${from}.purpose`)}>
          <Select
            value={from}
            onChange={(event) =>
              onDraft(withRoute(draft, { from: event.target.value as MovableKind }))
            }
          >
            {movableKinds.filter((kind) => hasAccount(kind, currency)).map(option)}
          </Select>
        </Field>
        <Field label={t("move.to")} hint={t(`kinds.${to}.purpose`)}>
          <Select
            value={to}
            onChange={(event) =>
              onDraft(withRoute(draft, { to: event.target.value as MovableKind }))
            }
          >
            {targetsOf(from, currency).map(option)}
          </Select>
        </Field>
        <AmountField
          label={t("move.amount")}
          name="amount"
          unit={currency}
          hint={
            free === null ? undefined : t("move.free", { amount: formatAmount(free, currency) })
          }
          value={draft.amount}
          onChange={(event) => set({ amount: event.target.value })}
          error={problem("amount")}
        />
        {crossesBorder(draft) ? (
          <Field
            label={house.realMoney ? t("move.reference") : t("move.referenceOptional")}
            hint={t(house.realMoney ? "move.referenceHint" : "move.demoHint")}
            error={problem("reference")}
          >
            <TextInput
              name="reference"
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              value={draft.reference}
              onChange={(event) => set({ reference: event.target.value })}
            />
          </Field>
        ) : null}
        <Field label={t("move.reason")} hint={t("move.reasonHint")} error={problem("reason")}>
          <TextArea
            name="reason"
            rows={3}
            maxLength={500}
            aria-required
            value={draft.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
  );
}
