"use client";

import { ClipboardPaste } from "lucide-react";
import { useTranslations } from "next-intl";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { useMoneyForm } from "@/components/forms/money/use-money-form";
import { RadioCards } from "@/components/forms/radio-cards";
import { TextInput } from "@/components/forms/text-input";
import { CoinEstimate } from "@/components/payments/coin-estimate";
import { Button } from "@/components/ui/button";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { MoneyPauseNote } from "@/components/ui/display/money-pause";
import { IconButton } from "@/components/ui/icon-button";
import { lazyDialog, lazyPart } from "@/components/ui/overlays/lazy-part";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { limitProblem } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, UNKNOWN } from "@/lib/platform/ui/format";
import { readAddress } from "@/lib/wallets/addresses/rules";
import type { Network } from "@/lib/wallets/rules";
import type { WithdrawalDto, WithdrawalTerms } from "@/lib/withdrawals/schema";
import { netOf, type WithdrawPlan, withdrawalContent } from "./withdraw-plan";

// Of withdrawals of gold alone.
const WithdrawReview = lazyDialog(
  () => import("./withdraw-review").then((module) => module.WithdrawReview),
  { close: ({ reviewed }) => reviewed.leave() },
);
const SavedAddressField = lazyPart(() =>
  import("./saved-address-field").then((module) => module.SavedAddressField),
);
const StoredGold = lazyPart(() =>
  import("@/components/vault/stored-gold").then((module) => module.StoredGold),
);

export interface WithdrawFormProps {
  currency: string;
  networks: { network: Network; name: string }[];
  terms: WithdrawalTerms;
  /** `earlier` says that it is the withdrawal of an earlier sending; null for a new one. */
  onDone: (withdrawal: WithdrawalDto, earlier: string | null) => void;
}

/** The smaller of the balance and what is left of the daily limit. */
function maximum({ available, remainingToday }: WithdrawalTerms): string {
  return compareDecimal(available, remainingToday) < 0 ? available : remainingToday;
}

/** Network, address and amount of a withdrawal, checked before the review. */
export function WithdrawForm({ currency, networks, terms, onDone }: WithdrawFormProps) {
  const t = useTranslations("withdraw.form");
  const problems = useTranslations("errors.address");
  const onlyNetwork = networks.length === 1 ? (networks[0]?.network ?? "") : "";
  const only = terms.addressBookOnly;
  const unit = terms.currency;
  const exact = (value: string) => formatAmount(value, unit, { exact: true });
  const draft = useFormDraft(
    `withdraw:${currency}`,
    { network: onlyNetwork as string, address: "", amount: "" },
    // The amount only: an address from an earlier time is not to be sent to unread.
    { keeps: ["amount"] },
  );
  const { network, address } = draft.fields;
  const chosen = networks.find((each) => each.network === network)?.network;
  const reading = chosen === undefined ? null : readAddress(chosen, address);
  const place = reading && "address" in reading ? reading.address : null;
  const form = useMoneyForm<WithdrawPlan>({
    draft,
    request: useRequestKey("withdraw"),
    orderOf: (amount) =>
      chosen && place
        ? { currency, network: chosen, address: place, amount, fee: terms.fee }
        : null,
    contentOf: withdrawalContent,
    check: (amount) =>
      limitProblem(amount, {
        min: terms.minimum,
        moreThan: terms.fee,
        max: terms.remainingToday,
        available: terms.available,
      }),
  });
  const { element } = form;
  const addressError = address.trim()
    ? reading && "problem" in reading && problems(reading.problem, reading.values)
    : t(only ? "savedMissing" : "addressMissing");
  const errors = form.isTried
    ? { network: chosen ? undefined : t("networkMissing"), address: addressError || undefined }
    : {};
  const paste = async () => {
    const text = await navigator.clipboard?.readText().catch(() => "");
    if (text) draft.change({ address: text.trim() });
    else element.current?.querySelector<HTMLInputElement>("input[name=address]")?.focus();
  };
  const net = netOf(form.amount, terms.fee);
  return (
    <>
      <form ref={element} noValidate onSubmit={form.submit} className="space-y-4">
        <SavedAddressField
          currency={currency}
          only={only}
          address={address}
          network={network}
          error={only ? errors.address : undefined}
          onChoose={(saved) =>
            draft.change({
              network: saved?.network ?? onlyNetwork,
              address: saved?.address ?? "",
            })
          }
        />
        {only ? null : (
          <>
            <RadioCards
              name="network"
              legend={t("network")}
              hint={t("networkHint")}
              error={errors.network}
              value={network}
              onValueChange={(network) => draft.change({ network })}
              options={networks.map((each) => ({ value: each.network, title: each.name }))}
            />
            <Field label={t("address", { currency })} error={errors.address}>
              <TextInput
                name="address"
                value={address}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => draft.change({ address: event.target.value })}
                end={
                  <IconButton label={t("paste")} className="-mr-2" onClick={() => void paste()}>
                    <ClipboardPaste aria-hidden="true" />
                  </IconButton>
                }
              />
            </Field>
          </>
        )}
        <AmountField
          {...form.amountField}
          label={t("amountLabel")}
          unit={unit}
          available={terms.available}
          min={terms.minimum}
          max={terms.remainingToday}
          maxValue={maximum(terms)}
          showMax
          problemTexts={{ belowMin: t("amount.belowMin"), aboveMax: t("amount.aboveMax") }}
        />
        <CoinEstimate
          currency={currency}
          amount={currency === unit ? form.amount : net}
          of={currency === unit ? "coins" : "usdt"}
        />
        {unit === "XAUT" ? <StoredGold /> : null}
        <div aria-live="polite">
          <KeyValueRows
            boxed
            rows={[
              { label: t("fee"), value: exact(terms.fee) },
              {
                label: t("receive"),
                value: net === null ? UNKNOWN : exact(net),
                strong: true,
              },
              ...(currency === unit
                ? []
                : [{ label: t("paid"), value: t("paidValue", { currency }) }]),
              { label: t("arrives"), value: t("arrivesValue") },
            ]}
          />
        </div>
        <MoneyPauseNote />
        <Button type="submit" wide>
          {t("review")}
        </Button>
      </form>
      {form.reviewed ? (
        <WithdrawReview reviewed={form.reviewed} terms={terms} onDone={onDone} />
      ) : null}
    </>
  );
}
