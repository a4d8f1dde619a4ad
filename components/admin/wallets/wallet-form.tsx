"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { DemoNote } from "@/components/deposits/deposit-address";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { FileDrop } from "@/components/forms/file-drop";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { Select, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Switch } from "@/components/ui/switch";
import {
  CURRENCIES,
  type Currency,
  isValidAddress,
  NETWORK_NAMES,
  type Network,
  networksOf,
} from "@/lib/wallets/rules";
import { MINIMUM_DECIMALS, problemsOf, type WalletDraft } from "./draft";
import { QrPair } from "./qr-pair";

export interface WalletFormProps {
  open: boolean;
  title: string;
  draft: WalletDraft;
  pending: boolean;
  /** What the server says of a field. */
  fieldError: (field: string) => string | undefined;
  error: string | null;
  onDraft: (draft: WalletDraft) => void;
  onClose: () => void;
  onSubmit: () => void;
  /** What else is asked for. */
  children?: ReactNode;
}

/** A wallet's fields. An address that is not of its network never leaves the form. */
export function WalletForm({
  open,
  title,
  draft,
  pending,
  fieldError,
  error,
  onDraft,
  onClose,
  onSubmit,
  children,
}: WalletFormProps) {
  const t = useTranslations("staffWallets");
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const problems = tried ? problemsOf(draft) : [];
  const set = (change: Partial<WalletDraft>) => onDraft({ ...draft, ...change });
  const setCurrency = (currency: Currency) => {
    const networks = networksOf(currency);
    const keeps = networks.includes(draft.network);
    set({ currency, network: keeps ? draft.network : (networks[0] ?? draft.network) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const isFine = problemsOf(draft).length === 0;
    setTried(!isFine);
    if (isFine) onSubmit();
    else focusFirstError(form.current);
  };
  const address = draft.address.trim();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement="side"
      title={title}
      locked={pending}
      footer={
        <Button type="submit" form={formId} wide pending={pending}>
          {t("save")}
        </Button>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("coin")} error={fieldError("currency")}>
            <Select
              name="currency"
              value={draft.currency}
              onChange={(event) => setCurrency(event.target.value as Currency)}
            >
              {CURRENCIES.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </Select>
          </Field>
          <Field label={t("network")} error={fieldError("network")}>
            <Select
              name="network"
              value={draft.network}
              onChange={(event) => set({ network: event.target.value as Network })}
            >
              {networksOf(draft.currency).map((network) => (
                <option key={network} value={network}>
                  {NETWORK_NAMES[network]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field
          label={t("address")}
          hint={t("addressHint")}
          error={
            problems.includes("address")
              ? t(address === "" ? "addressMissing" : "addressWrong", { network: draft.network })
              : fieldError("address")
          }
        >
          <TextInput
            name="address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            className="font-mono"
            value={draft.address}
            onChange={(event) => set({ address: event.target.value })}
          />
          <DemoNote address={address} />
        </Field>
        <Field label={t("label")} hint={t("labelHint")} error={fieldError("label")}>
          <TextInput
            name="label"
            autoComplete="off"
            maxLength={80}
            value={draft.label}
            onChange={(event) => set({ label: event.target.value })}
          />
        </Field>
        <AmountField
          label={t("minimum")}
          name="minDeposit"
          unit={draft.currency}
          decimals={MINIMUM_DECIMALS}
          value={draft.minDeposit}
          error={problems.includes("minDeposit") ? t("minimumWrong") : fieldError("minDeposit")}
          onChange={(event) => set({ minDeposit: event.target.value })}
        />
        <Switch
          label={t("activeLabel")}
          checked={draft.isActive}
          onCheckedChange={(isActive) => set({ isActive })}
        />
        <FileDrop
          label={t("qrImage")}
          hint={t("qrHint")}
          file={draft.image}
          onFileChange={(image) => set({ image })}
          error={fieldError("qrImage")}
        />
        {isValidAddress(draft.network, address) ? (
          <QrPair
            address={address}
            image={draft.image}
            warning={draft.image ? t("compareQr") : undefined}
          />
        ) : null}
        {children}
        <InlineError>{error}</InlineError>
      </form>
    </Dialog>
  );
}
