"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { Select, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError, api, messageOf } from "@/lib/platform/client/api";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { readAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import { useFetchedPart, useUserMutation } from "@/lib/staff/user-client";
import type {
  TradeConfigDto,
  TradeConfigInput,
  TradeConfigResponse,
} from "@/lib/trading/config-schema";
import type { TradeSettings } from "@/lib/trading/schema";

const PRODUCTS = ["option", "manual", "ai"] as const;
const AMOUNTS = ["minAmount", "maxAmount"] as const;

type Draft = Record<"option" | "manual" | "ai", boolean> &
  Record<"minAmount" | "maxAmount" | "dailyTradeLimit", string>;
type Problems = Record<string, string | undefined>;
/** What is typed and not saved, and the `updatedAt` of the newest limits that the person was told of. */
type Typed = { values: Partial<Draft>; seen: string | null };

const NOTHING_TYPED: Typed = { values: {}, seen: null };

const seenOf = (config: TradeConfigDto | null | undefined) => config?.updatedAt ?? null;

const draftOf = (config: TradeConfigDto | null): Draft => ({
  option: config?.optionEnabled !== false,
  manual: config?.manualEnabled !== false,
  ai: config?.aiEnabled !== false,
  minAmount: config?.minAmount ?? "",
  maxAmount: config?.maxAmount ?? "",
  dailyTradeLimit: config?.dailyTradeLimit?.toString() ?? "",
});

/** Every field as the API takes it; an empty one follows the site. */
function useReading() {
  const t = useTranslations("staffUser.limits");
  return (draft: Draft): { problems: Problems; input: TradeConfigInput } => {
    const problems: Problems = {};
    const amount = (name: (typeof AMOUNTS)[number]) => {
      if (draft[name].trim() === "") return null;
      const read = readAmount(draft[name], MICRO_DECIMALS);
      if (!read.ok) problems[name] = t("amountProblem");
      return read.ok ? read.value : null;
    };
    const limit = draft.dailyTradeLimit.trim();
    if (!/^\d{0,6}$/.test(limit)) problems.dailyTradeLimit = t("countProblem");
    return {
      problems,
      input: {
        optionEnabled: draft.option ? null : false,
        manualEnabled: draft.manual ? null : false,
        aiEnabled: draft.ai ? null : false,
        minAmount: amount("minAmount"),
        maxAmount: amount("maxAmount"),
        dailyTradeLimit: limit === "" ? null : Number(limit),
      },
    };
  };
}

export interface LimitsFormProps {
  user: { id: string };
  config: TradeConfigDto | null;
  settings: TradeSettings;
  canWrite: boolean;
}

/** One user's own limits. They narrow what the site allows, for new trades only. */
export function LimitsForm({ user, config, settings, canWrite }: LimitsFormProps) {
  const t = useTranslations("staffUser.limits");
  const form = useRef<HTMLFormElement>(null);
  const read = useReading();
  const newest = useFetchedPart<TradeConfigResponse>(user.id, "trade-config");
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [turn, setTurn] = useState(0);
  const [problems, setProblems] = useState<Problems>({});
  const stored = draftOf(config);
  const draft: Draft = { ...stored, ...typed.values };
  const seen = Object.keys(typed.values).length > 0 ? typed.seen : seenOf(config);
  const path = `/admin/users/${user.id}/trade-config`;
  const save = useUserMutation(user.id, (input: TradeConfigInput) =>
    api.put(path, { ...input, seen }),
  );
  const remove = useUserMutation(user.id, () =>
    api.delete(path, { body: { seen: config?.updatedAt } }),
  );
  const show = (found: Problems) => {
    setProblems(found);
    focusFirstError(form.current);
  };
  const set = (name: keyof Draft, value: string | boolean) => {
    const { [name]: _, ...others } = typed.values;
    setTyped({ values: value === stored[name] ? others : { ...others, [name]: value }, seen });
    setProblems({ ...problems, [name]: undefined });
  };
  const beginAnew = () => {
    setTyped(NOTHING_TYPED);
    setProblems({});
    // An amount field keeps what it says of its text.
    setTurn((before) => before + 1);
  };
  // The refusal names the colleague, and what holds now stands under the fields: whoever saves again
  // means it.
  const noteConflict = (failure: unknown) => {
    if (!(failure instanceof ApiError) || failure.code !== "CONFLICT") return;
    setTyped((before) => ({ ...before, seen: seenOf(newest()?.config) }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || remove.isPending) return;
    const { problems: found, input } = read(draft);
    if (Object.keys(found).length > 0) return show(found);
    setProblems({});
    remove.reset();
    // Not mutate(): its callbacks would not run when another tab was opened meanwhile.
    save.mutateAsync(input).then(
      () => {
        beginAnew();
        showToast.success(t("saved"));
      },
      (failure: unknown) => {
        noteConflict(failure);
        if (!(failure instanceof ApiError)) return;
        const named = Object.entries(failure.errors).map(([name, texts]) => [name, texts[0]]);
        show(Object.fromEntries(named) as Problems);
      },
    );
  };
  const failure = save.error ?? remove.error;
  const isAboutField = Object.values(problems).some(Boolean);
  return (
    <Card aria-label={t("title")}>
      <SectionTitle>{t("title")}</SectionTitle>
      <p className="mt-1 mb-4 text-text-2">{t("text")}</p>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <fieldset
          key={turn}
          disabled={!canWrite || save.isPending}
          className="grid min-w-0 gap-4 sm:grid-cols-3"
        >
          {PRODUCTS.map((product) => (
            <Field
              key={product}
              label={t(`products.${product}`)}
              hint={t(settings[product].enabled ? "isOn" : "isOff")}
            >
              <Select
                value={draft[product] ? "site" : "off"}
                onChange={(event) => set(product, event.target.value === "site")}
              >
                <option value="site">{t("asSite")}</option>
                <option value="off">{t("off")}</option>
              </Select>
            </Field>
          ))}
          {AMOUNTS.map((name) => (
            <AmountField
              key={name}
              name={name}
              label={t(name)}
              unit="USDT"
              value={draft[name]}
              onValueChange={(text) => set(name, text)}
              error={problems[name]}
              hint={t("now", {
                option: formatAmount(settings.option[name], "USDT", { exact: true }),
                manual: formatAmount(settings.manual[name], "USDT", { exact: true }),
                ai: formatAmount(settings.ai[name], "USDT", { exact: true }),
              })}
            />
          ))}
          <Field
            label={t("dailyTradeLimit")}
            hint={t("nowCount", { count: settings.dailyTradeLimit })}
            error={problems.dailyTradeLimit}
          >
            <TextInput
              name="dailyTradeLimit"
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={draft.dailyTradeLimit}
              onChange={(event) => set("dailyTradeLimit", event.target.value)}
            />
          </Field>
        </fieldset>
        <InlineError>{failure && !isAboutField ? messageOf(failure) : null}</InlineError>
        {canWrite ? (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" pending={save.isPending}>
              {t("save")}
            </Button>
            {config ? (
              <Button
                variant="outline"
                pending={remove.isPending}
                reservesWidth
                onClick={() => {
                  save.reset();
                  remove.mutateAsync().then(() => {
                    beginAnew();
                    showToast.success(t("removed"));
                  }, noteConflict);
                }}
              >
                {t("remove")}
              </Button>
            ) : null}
          </div>
        ) : null}
      </form>
    </Card>
  );
}
