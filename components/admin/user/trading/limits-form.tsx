"use client";

import { useTranslations } from "next-intl";
import { FormAmount, FormSelect, FormText } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError, api } from "@/lib/platform/client/api";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { typedAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import { useFetchedPart, useUserMutation } from "@/lib/staff/user-client";
import type {
  TradeConfigDto,
  TradeConfigInput,
  TradeConfigResponse,
} from "@/lib/trading/config-schema";
import type { TradeSettings } from "@/lib/trading/schema";
import { useSeen } from "../../editing/use-seen";

const PRODUCTS = ["option", "manual", "ai"] as const;
const AMOUNTS = ["minAmount", "maxAmount"] as const;

/** As texts; an empty one follows the site. */
type Draft = Record<keyof Omit<TradeConfigDto, "updatedAt">, string>;

const seenOf = (config: TradeConfigDto | null | undefined) => config?.updatedAt ?? null;

const draftOf = (config: TradeConfigDto | null | undefined): Draft => ({
  optionEnabled: config?.optionEnabled === false ? "off" : "",
  manualEnabled: config?.manualEnabled === false ? "off" : "",
  aiEnabled: config?.aiEnabled === false ? "off" : "",
  minAmount: config?.minAmount ?? "",
  maxAmount: config?.maxAmount ?? "",
  dailyTradeLimit: config?.dailyTradeLimit?.toString() ?? "",
});

const loadSchema = () =>
  import("@/lib/trading/config-schema").then((module) => module.changeTradeConfigSchema);

const allowed = (choice: string) => (choice === "off" ? false : null);
// What is no number is refused by the API's check.
const count = (text: string) => (/^\d+$/.test(text) ? Number(text) : text || null);
const amount = (text: string) => (text.trim() === "" ? null : typedAmount(text, MICRO_DECIMALS));

const toInput = (draft: Draft) => ({
  optionEnabled: allowed(draft.optionEnabled),
  manualEnabled: allowed(draft.manualEnabled),
  aiEnabled: allowed(draft.aiEnabled),
  minAmount: amount(draft.minAmount),
  maxAmount: amount(draft.maxAmount),
  dailyTradeLimit: count(draft.dailyTradeLimit.trim()),
});

export interface LimitsFormProps {
  user: { id: string };
  config: TradeConfigDto | null;
  settings: TradeSettings;
  canWrite: boolean;
}

/** The form over a user's limits. What was typed counts for the newest limits that the person was told of. */
function useLimits({ user, config }: LimitsFormProps) {
  const t = useTranslations("staffUser.limits");
  const newest = useFetchedPart<TradeConfigResponse>(user.id, "trade-config");
  const form = useSchemaForm<Draft, TradeConfigInput>({
    start: draftOf(config),
    follows: true,
    loadSchema,
    toInput,
  });
  const isTyped = Object.keys(form.formState.dirtyFields).length > 0;
  const [seen, setSeen] = useSeen(seenOf(config), isTyped);
  const path = `/admin/users/${user.id}/trade-config`;
  const save = useUserMutation(user.id, (input: TradeConfigInput) =>
    api.put(path, { ...input, seen }),
  );
  const remove = useUserMutation(user.id, () =>
    api.delete(path, { body: { seen: config?.updatedAt } }),
  );
  // Not mutate(): its callbacks would not run when another tab was opened meanwhile.
  const settle = (sent: Promise<unknown>, done: string): Promise<unknown> =>
    sent.then(
      () => {
        form.reset(draftOf(newest()?.config));
        showToast.success(done);
      },
      (failure: unknown) => {
        // The refusal names the colleague, and what holds now stands under the fields: whoever saves again means it.
        if (failure instanceof ApiError && failure.code === "CONFLICT")
          setSeen(seenOf(newest()?.config));
        return failure;
      },
    );
  return {
    form,
    isSaving: save.isPending,
    isRemoving: remove.isPending,
    save: (input: TradeConfigInput) => settle(save.mutateAsync(input), t("saved")),
    remove: async () => {
      form.clearErrors();
      form.refuse(await settle(remove.mutateAsync(), t("removed")));
    },
  };
}

/** One user's own limits. They narrow what the site allows, for new trades only. */
export function LimitsForm(props: LimitsFormProps) {
  const t = useTranslations("staffUser.limits");
  const { config, settings, canWrite } = props;
  const { form, isSaving, isRemoving, save, remove } = useLimits(props);
  const now = (name: (typeof AMOUNTS)[number]) => {
    const show = (product: (typeof PRODUCTS)[number]) =>
      formatAmount(settings[product][name], "USDT", { exact: true });
    return t("now", { option: show("option"), manual: show("manual"), ai: show("ai") });
  };
  return (
    <Card aria-label={t("title")}>
      <SectionTitle>{t("title")}</SectionTitle>
      <p className="mt-1 mb-4 text-text-2">{t("text")}</p>
      <SchemaForm
        form={form}
        onValid={(input) => (isRemoving ? null : save(input))}
        footer={
          canWrite ? (
            <div className="flex flex-wrap gap-3">
              <Button type="submit" pending={isSaving}>
                {t("save")}
              </Button>
              {config ? (
                <Button
                  variant="outline"
                  pending={isRemoving}
                  reservesWidth
                  onClick={() => void remove()}
                >
                  {t("remove")}
                </Button>
              ) : null}
            </div>
          ) : null
        }
      >
        <fieldset disabled={!canWrite || isSaving} className="grid min-w-0 gap-4 sm:grid-cols-3">
          {PRODUCTS.map((product) => (
            <FormSelect
              key={product}
              form={form}
              name={`${product}Enabled`}
              label={t(`products.${product}`)}
              hint={t(settings[product].enabled ? "isOn" : "isOff")}
            >
              <option value="">{t("asSite")}</option>
              <option value="off">{t("off")}</option>
            </FormSelect>
          ))}
          {AMOUNTS.map((name) => (
            <FormAmount
              key={name}
              form={form}
              name={name}
              label={t(name)}
              unit="USDT"
              hint={now(name)}
            />
          ))}
          <FormText
            form={form}
            name="dailyTradeLimit"
            label={t("dailyTradeLimit")}
            hint={t("nowCount", { count: settings.dailyTradeLimit })}
            inputMode="numeric"
            maxLength={6}
          />
        </fieldset>
      </SchemaForm>
    </Card>
  );
}
