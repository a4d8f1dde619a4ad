"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { FormAmount, FormChoice, FormSelect, FormText } from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import { type SchemaFormState, useSchemaForm } from "@/components/forms/use-schema-form";
import { hasAccount, type MovableKind, movableKinds, targetsOf } from "@/lib/house/rules";
import type { HouseResponse, HouseTransferBody } from "@/lib/house/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { FormReason } from "../editing/form-reason";
import {
  crossesBorder,
  freeOf,
  houseProblems,
  requestOf,
  type TransferDraft,
  withRoute,
} from "./transfer-draft";

const loadSchema = () =>
  import("@/lib/house/schema").then((module) => module.houseTransferInputSchema);

const freeFor = ({ accounts }: HouseResponse, { currency, from }: TransferDraft) =>
  freeOf(accounts.find((one) => one.kind === from && one.currency === currency));

/** The form of a transfer, which keeps what is typed while its review is open. */
export function useTransferForm(house: HouseResponse, start: TransferDraft) {
  const t = useTranslations("staffHouse.move.problems");
  return useSchemaForm<TransferDraft, HouseTransferBody>({
    start,
    loadSchema,
    toInput: requestOf,
    check: (draft) => {
      const { realMoney } = house;
      const found = houseProblems(draft, { free: freeFor(house, draft), realMoney });
      return {
        amount: found.aboveFree ? t("aboveFree") : undefined,
        reference: found.noReference ? t("reference") : undefined,
      };
    },
  });
}

export interface TransferFormProps {
  open: boolean;
  onClose: () => void;
  house: HouseResponse;
  form: SchemaFormState<TransferDraft, HouseTransferBody>;
  onReview: (input: HouseTransferBody) => void;
}

/** From where to where, how much and why. */
export function TransferForm({ open, onClose, house, form, onReview }: TransferFormProps) {
  const t = useTranslations("staffHouse");
  const draft = useWatch({ control: form.control }) as TransferDraft;
  const { currency, from, to } = draft;
  const free = freeFor(house, draft);
  const follow = () => {
    const next = withRoute(form.getValues());
    form.setValue("from", next.from);
    form.setValue("to", next.to);
  };
  const option = (kind: MovableKind) => (
    <option key={kind} value={kind}>
      {t(`kinds.${kind}.name`)}
    </option>
  );
  return (
    <SchemaDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t("move.title")}
      text={t("move.text")}
      submitLabel={t("move.toReview")}
      onValid={onReview}
    >
      <FormChoice
        form={form}
        name="currency"
        label={t("move.currency")}
        onChosen={follow}
        options={[
          { value: "USDT", label: "USDT" },
          { value: "XAUT", label: "XAUT" },
        ]}
      />
      <FormSelect
        form={form}
        name="from"
        label={t("move.from")}
        hint={t(`kinds.${from}.purpose`)}
        onChosen={follow}
      >
        {movableKinds.filter((kind) => hasAccount(kind, currency)).map(option)}
      </FormSelect>
      <FormSelect form={form} name="to" label={t("move.to")} hint={t(`kinds.${to}.purpose`)}>
        {targetsOf(from, currency).map(option)}
      </FormSelect>
      <FormAmount
        form={form}
        name="amount"
        label={t("move.amount")}
        unit={currency}
        hint={free === null ? undefined : t("move.free", { amount: formatAmount(free, currency) })}
      />
      {crossesBorder(draft) ? (
        <FormText
          form={form}
          name="reference"
          label={t(house.realMoney ? "move.reference" : "move.referenceOptional")}
          hint={t(house.realMoney ? "move.referenceHint" : "move.demoHint")}
          maxLength={200}
          spellCheck={false}
        />
      ) : null}
      <FormReason form={form} name="reason" hint={t("move.reasonHint")} />
    </SchemaDialog>
  );
}
