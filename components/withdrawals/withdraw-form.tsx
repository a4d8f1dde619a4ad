"use client";

import { ClipboardPaste } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { RadioCards } from "@/components/forms/radio-cards";
import { TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { MoneyPauseNote } from "@/components/ui/display/money-pause";
import { IconButton } from "@/components/ui/icon-button";
import { dropFormDraft, useFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { checkAmount, readAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, UNKNOWN } from "@/lib/platform/ui/format";
import { isValidAddress, type Network } from "@/lib/wallets/rules";
import type { WithdrawalDto, WithdrawalTerms } from "@/lib/withdrawals/schema";
import { SavedAddressField } from "./saved-address-field";
import { type WithdrawPlan, WithdrawReview, withdrawalContent } from "./withdraw-review";

export interface WithdrawFormProps {
  currency: string;
  networks: { network: Network; name: string }[];
  terms: WithdrawalTerms;
  /** `earlier` says that it is the withdrawal of an earlier sending; null for a new one. */
  onDone: (withdrawal: WithdrawalDto, earlier: string | null) => void;
}

type Errors = Partial<Record<"network" | "address" | "amount", string>>;

const usdt = (value: string) => formatAmount(value, "USDT", { exact: true });

/** The smaller of the balance and what is left of the daily limit. */
function maximum({ available, remainingToday }: WithdrawalTerms): string {
  return compareDecimal(available, remainingToday) < 0 ? available : remainingToday;
}

/** What arrives of an amount, or null when nothing would. */
function netOf(text: string, fee: string): string | null {
  const reading = readAmount(text, MICRO_DECIMALS);
  if (!reading.ok || compareDecimal(reading.value, fee) <= 0) return null;
  return subtractDecimal(reading.value, fee);
}

/** Network, address and amount of a withdrawal, checked before the review. */
export function WithdrawForm({ currency, networks, terms, onDone }: WithdrawFormProps) {
  const t = useTranslations("withdraw.form");
  const form = useRef<HTMLFormElement>(null);
  const onlyNetwork = networks.length === 1 ? (networks[0]?.network ?? null) : null;
  const [network, setNetwork] = useState<string | null>(onlyNetwork);
  const [address, setAddress] = useState("");
  const [amount, setAmount] = useState("");
  const [checked, setChecked] = useState(false);
  const [plan, setPlan] = useState<WithdrawPlan | null>(null);
  const chosen = networks.find((each) => each.network === network)?.network;
  const only = terms.addressBookOnly;
  const draft = `withdraw:${currency}`;
  // The amount only: an address from an earlier time is not to be sent to unread.
  const keep = useFormDraft(draft, (kept) => setAmount(kept.amount ?? ""));
  const request = useRequestKey("withdraw");

  const check = (): { errors: Errors; plan: WithdrawPlan | null } => {
    const errors: Errors = {};
    const place = address.trim();
    if (!chosen && !only) errors.network = t("networkMissing");
    if (!place) errors.address = t(only ? "savedMissing" : "addressMissing");
    else if (chosen && !isValidAddress(chosen, place)) {
      errors.address = t("addressInvalid", { network: chosen });
    }
    const to = chosen && !errors.address ? { network: chosen, address: place } : null;
    const isUnconfirmed = (value: string) =>
      to !== null &&
      request.unconfirmed(withdrawalContent(currency, { ...to, amount: value })) !== null;
    const reading = checkAmount(amount, {
      decimals: MICRO_DECIMALS,
      min: terms.minimum,
      moreThan: terms.fee,
      max: terms.remainingToday,
      available: terms.available,
      isUnconfirmed,
    });
    if (!reading.ok) errors.amount = t(`amount.${reading.problem}`, { decimals: MICRO_DECIMALS });
    return {
      errors,
      plan: to && reading.ok ? { ...to, amount: reading.value, fee: terms.fee } : null,
    };
  };
  const errors = checked ? check().errors : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const found = check();
    if (found.plan) setPlan(found.plan);
    else focusFirstError(form.current);
  };
  const paste = async () => {
    const text = await navigator.clipboard?.readText().catch(() => "");
    if (text) setAddress(text.trim());
    else form.current?.querySelector<HTMLInputElement>("input[name=address]")?.focus();
  };
  const net = netOf(amount, terms.fee);
  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <SavedAddressField
          currency={currency}
          only={only}
          address={address}
          network={network}
          error={only ? errors.address : undefined}
          onChoose={(saved) => {
            setNetwork(saved?.network ?? onlyNetwork);
            setAddress(saved?.address ?? "");
          }}
        />
        {only ? null : (
          <>
            <RadioCards
              name="network"
              legend={t("network")}
              hint={t("networkHint")}
              error={errors.network}
              value={network}
              onValueChange={setNetwork}
              options={networks.map((each) => ({ value: each.network, title: each.name }))}
            />
            <Field label={t("address", { currency })} error={errors.address}>
              <TextInput
                name="address"
                value={address}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => setAddress(event.target.value)}
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
          label={t("amountLabel")}
          unit="USDT"
          available={terms.available}
          min={terms.minimum}
          max={terms.remainingToday}
          maxValue={maximum(terms)}
          showMax
          value={amount}
          error={errors.amount}
          onChange={(event) => {
            setAmount(event.target.value);
            keep({ amount: event.target.value });
          }}
        />
        <div aria-live="polite">
          <KeyValueRows
            boxed
            rows={[
              { label: t("fee"), value: usdt(terms.fee) },
              {
                label: t("receive"),
                value: net === null ? UNKNOWN : usdt(net),
                strong: true,
              },
              ...(currency === "USDT"
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
      {plan ? (
        <WithdrawReview
          currency={currency}
          plan={plan}
          request={request}
          terms={terms}
          onFee={(fee) => setPlan((reviewed) => reviewed && { ...reviewed, fee })}
          onClose={() => setPlan(null)}
          onDone={(withdrawal, earlier) => {
            dropFormDraft(draft);
            onDone(withdrawal, earlier);
          }}
        />
      ) : null}
    </>
  );
}
