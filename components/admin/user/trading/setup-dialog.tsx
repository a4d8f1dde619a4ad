"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import {
  ParamFields,
  paramField,
  readTexts,
  type StrategyInfo,
  textsOf,
} from "@/components/ai/param-fields";
import { FormAmount, FormSelect, FormTextArea } from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { showToast } from "@/components/ui/overlays/toast";
import type { ProposeSetupInput, SetupDto } from "@/lib/ai/schema";
import { api } from "@/lib/platform/client/api";
import type { RequestKey } from "@/lib/platform/client/request-key";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { typedAmount } from "@/lib/platform/ui/amount-input";
import { useUserMutation } from "@/lib/staff/user-client";

const NOTE_MAX = 500;

const loadSchema = () => import("@/lib/ai/schema").then((module) => module.proposeSetupSchema);

/** Parameters under the names of `paramField`. */
type Draft = { strategy: string; amount: string; note: string } & Record<string, string>;

export interface SetupDialogProps {
  user: { id: string; username: string };
  strategies: StrategyInfo[];
  /** The proposal to change; null for a new one. */
  setup: SetupDto | null;
  /** The page's: what is proposed again after the dialog was closed has the same key. */
  requestKey: RequestKey;
}

/** What the fields of a strategy's parameters start with: those of the proposal, or its defaults. */
const startParams = (info: StrategyInfo, setup: SetupDto | null) => {
  const params = setup?.strategy === info.id ? Object.entries(setup.params) : [];
  const kept = Object.fromEntries(params.map(([name, value]) => [paramField(name), String(value)]));
  return Object.fromEntries(
    Object.entries(textsOf(info, kept)).map(([name, text]) => [paramField(name), text]),
  );
};

function useSetupForm(strategies: StrategyInfo[], setup: SetupDto | null) {
  const t = useTranslations("staffUser.setups");
  const infoOf = (id: string) => strategies.find((each) => each.id === id) ?? strategies[0];
  const first = infoOf(setup?.strategy ?? "");
  const read = (draft: Draft) => {
    const info = infoOf(draft.strategy);
    return info ? readTexts(info, textsOf(info, draft)) : { params: {}, invalid: [] };
  };
  const names = strategies.flatMap(({ params }) => Object.keys(params));
  const form = useSchemaForm<Draft, ProposeSetupInput>({
    start: {
      strategy: first?.id ?? "",
      amount: setup?.amount ?? "",
      note: setup?.note ?? "",
      ...(first ? startParams(first, setup) : {}),
    },
    loadSchema,
    toInput: (draft) => ({
      strategy: draft.strategy,
      params: read(draft).params,
      amount: typedAmount(draft.amount, MICRO_DECIMALS),
      note: draft.note,
    }),
    check: (draft) =>
      Object.fromEntries(read(draft).invalid.map((name) => [paramField(name), t("paramProblem")])),
    fieldNames: Object.fromEntries(names.map((name) => [`params.${name}`, paramField(name)])),
  });
  const draft = useWatch({ control: form.control }) as Draft;
  const info = infoOf(draft.strategy);
  return {
    form,
    info,
    texts: info ? textsOf(info, draft) : {},
    choose: (id: string) => {
      const next = infoOf(id);
      const { amount, note } = form.getValues();
      if (next) form.reset({ strategy: id, amount, note, ...startParams(next, setup) } as Draft);
    },
  };
}

/** Proposes a strategy, or changes a proposal that is not decided yet. Open from the start. */
export function SetupDialog({ user, strategies, setup, requestKey }: SetupDialogProps) {
  const t = useTranslations("staffUser.setups");
  const [open, setOpen] = useState(true);
  const { form, info, texts, choose } = useSetupForm(strategies, setup);
  const { errors, isSubmitted } = form.formState;
  // Settled there, not by callbacks of `mutate`: those aren't called once the tab was left.
  const propose = (body: object) =>
    requestKey.sent(JSON.stringify(body), (idempotencyKey) =>
      api.post(`/admin/users/${user.id}/trade-setups`, body, { idempotencyKey }),
    );
  const send = useUserMutation(user.id, (body: object) =>
    setup
      ? api.put(`/admin/trade-setups/${setup.id}`, { ...body, updatedAt: setup.updatedAt })
      : propose(body),
  );
  if (!info) return null;
  const save = async (input: ProposeSetupInput) => {
    try {
      await send.mutateAsync(input);
    } catch (failure) {
      return failure;
    }
    setOpen(false);
    showToast.success(t(setup ? "changed" : "proposed", { username: user.username }));
  };
  return (
    <SchemaDialog
      form={form}
      open={open}
      onClose={() => setOpen(false)}
      title={t(setup ? "changeTitle" : "proposeTitle", { username: user.username })}
      text={t("dialogText")}
      submitLabel={t(setup ? "saveChange" : "send")}
      pending={send.isPending}
      onValid={save}
    >
      <FormSelect
        form={form}
        name="strategy"
        label={t("strategy")}
        hint={info.description}
        onChosen={choose}
      >
        {strategies.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
      <FormAmount form={form} name="amount" label={t("amount")} unit="USDT" />
      <ParamFields
        strategy={info}
        texts={texts}
        errors={Object.fromEntries(
          Object.keys(info.params).map((name) => [name, errors[paramField(name)]?.message]),
        )}
        onChange={(name, text) =>
          form.setValue(paramField(name), text, { shouldValidate: isSubmitted })
        }
      />
      <FormTextArea
        form={form}
        name="note"
        label={t("note")}
        hint={t("noteHint")}
        rows={3}
        maxLength={NOTE_MAX}
      />
    </SchemaDialog>
  );
}
