"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import {
  ParamFields,
  paramField,
  readTexts,
  type StrategyInfo,
  textsOf,
} from "@/components/ai/param-fields";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { Select, TextArea } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import type { SetupDto } from "@/lib/ai/schema";
import { ApiError, api, messageOf } from "@/lib/platform/client/api";
import type { RequestKey } from "@/lib/platform/client/request-key";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { readAmount } from "@/lib/platform/ui/amount-input";
import { useUserMutation } from "@/lib/staff/user-client";

const NOTE_MAX = 500;

export interface SetupDialogProps {
  user: { id: string; username: string };
  strategies: StrategyInfo[];
  /** The proposal to change; null for a new one. */
  setup: SetupDto | null;
  /** The page's: what is proposed again after the dialog was closed has the same key. */
  requestKey: RequestKey;
}

const startTexts = (info: StrategyInfo, setup: SetupDto | null) => {
  const params = setup?.strategy === info.id ? Object.entries(setup.params) : [];
  return textsOf(
    info,
    Object.fromEntries(params.map(([name, value]) => [paramField(name), String(value)])),
  );
};

/** Proposes a strategy, or changes a proposal that is not decided yet. Open from the start. */
export function SetupDialog({ user, strategies, setup, requestKey }: SetupDialogProps) {
  const t = useTranslations("staffUser.setups");
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState(true);
  const first = strategies.find(({ id }) => id === setup?.strategy) ?? strategies[0];
  const [info, setInfo] = useState(first);
  const [texts, setTexts] = useState(() => (first ? startTexts(first, setup) : {}));
  const [amount, setAmount] = useState(setup?.amount ?? "");
  const [note, setNote] = useState(setup?.note ?? "");
  const [problems, setProblems] = useState<Record<string, string>>({});
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
  const show = (found: Record<string, string>) => {
    setProblems(found);
    focusFirstError(form.current);
  };
  const correct = (name: string) => {
    const { [name]: _corrected, ...others } = problems;
    setProblems(others);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const read = readTexts(info, texts);
    const parsed = readAmount(amount, MICRO_DECIMALS);
    const found = {
      ...Object.fromEntries(read.invalid.map((name) => [name, t("paramProblem")])),
      ...(parsed.ok ? {} : { amount: t("amountProblem") }),
    };
    if (Object.keys(found).length > 0) return show(found);
    setProblems({});
    const body = {
      strategy: info.id,
      params: read.params,
      amount: parsed.ok && parsed.value,
      note,
    };
    send.mutate(body, {
      onSuccess: () => {
        setOpen(false);
        showToast.success(t(setup ? "changed" : "proposed", { username: user.username }));
      },
      onError: (failure) => {
        if (!(failure instanceof ApiError)) return;
        const named = Object.entries(failure.errors).map(([name, all]) => [
          name.replace(/^params\./, ""),
          all[0] ?? "",
        ]);
        show(Object.fromEntries(named) as Record<string, string>);
      },
    });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      placement="side"
      locked={send.isPending}
      title={t(setup ? "changeTitle" : "proposeTitle", { username: user.username })}
      description={t("dialogText")}
      footer={
        <Button type="submit" form={formId} wide pending={send.isPending}>
          {t(setup ? "saveChange" : "send")}
        </Button>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="space-y-4">
        <Field label={t("strategy")} hint={info.description}>
          <Select
            value={info.id}
            onChange={(event) => {
              const next = strategies.find(({ id }) => id === event.target.value) ?? info;
              setInfo(next);
              setTexts(startTexts(next, setup));
              setProblems({});
            }}
          >
            {strategies.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <AmountField
          name="amount"
          label={t("amount")}
          unit="USDT"
          value={amount}
          onValueChange={(text) => {
            setAmount(text);
            correct("amount");
          }}
          error={problems.amount}
        />
        <ParamFields
          strategy={info}
          texts={texts}
          errors={problems}
          onChange={(name, text) => {
            setTexts({ ...texts, [name]: text });
            correct(name);
          }}
        />
        <Field label={t("note")} hint={t("noteHint")} error={problems.note}>
          <TextArea
            name="note"
            rows={3}
            maxLength={NOTE_MAX}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              correct("note");
            }}
          />
        </Field>
        <InlineError>
          {send.error && Object.keys(problems).length === 0 ? messageOf(send.error) : null}
        </InlineError>
      </form>
    </Dialog>
  );
}
