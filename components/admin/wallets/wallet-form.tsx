"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { DemoNote } from "@/components/deposits/deposit-address";
import {
  FormAmount,
  FormFile,
  FormSelect,
  FormSwitch,
  FormText,
} from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import type { SchemaFormState } from "@/components/forms/use-schema-form";
import { NETWORK_NAMES } from "@/lib/wallets/names";
import { CURRENCIES, isValidAddress, networksOf } from "@/lib/wallets/rules";
import { MINIMUM_DECIMALS, type WalletDraft } from "./draft";
import { QrPair } from "./qr-pair";

export interface WalletFormProps {
  form: SchemaFormState<WalletDraft>;
  open: boolean;
  title: string;
  pending: boolean;
  error: ReactNode;
  onClose: () => void;
  onValid: () => void;
  /** What else is asked for. */
  children?: ReactNode;
}

/** A wallet's fields. An address that is not of its network never leaves the form. */
export function WalletForm({ form, children, ...dialog }: WalletFormProps) {
  const t = useTranslations("staffWallets");
  const [currency, network, text, image] = useWatch({
    control: form.control,
    name: ["currency", "network", "address", "image"],
  });
  const address = text.trim();
  return (
    <SchemaDialog {...dialog} form={form} submitLabel={t("save")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect
          form={form}
          name="currency"
          label={t("coin")}
          onChosen={() => {
            const networks = networksOf(form.getValues("currency"));
            const [first = network] = networks;
            if (!networks.includes(network)) form.setValue("network", first);
          }}
        >
          {CURRENCIES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </FormSelect>
        <FormSelect form={form} name="network" label={t("network")}>
          {networksOf(currency).map((one) => (
            <option key={one} value={one}>
              {NETWORK_NAMES[one]}
            </option>
          ))}
        </FormSelect>
      </div>
      <FormText
        form={form}
        name="address"
        label={t("address")}
        hint={t("addressHint")}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        className="font-mono"
      />
      <DemoNote address={address} />
      <FormText form={form} name="label" label={t("label")} hint={t("labelHint")} maxLength={80} />
      <FormAmount
        form={form}
        name="minDeposit"
        label={t("minimum")}
        unit={currency}
        decimals={MINIMUM_DECIMALS}
      />
      <FormSwitch form={form} name="isActive" label={t("activeLabel")} />
      <FormFile form={form} name="image" label={t("qrImage")} hint={t("qrHint")} />
      {isValidAddress(network, address) ? (
        <QrPair address={address} image={image} warning={image ? t("compareQr") : undefined} />
      ) : null}
      {children}
    </SchemaDialog>
  );
}
