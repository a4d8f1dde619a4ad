"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Select } from "@/components/forms/text-input";
import { showToast } from "@/components/ui/overlays/toast";
import { readAddress } from "@/lib/wallets/addresses/rules";
import { NETWORK_NAMES } from "@/lib/wallets/names";
import { CURRENCIES, type Currency, type Network, networksOf } from "@/lib/wallets/rules";
import { useSaveAddress } from "@/lib/withdrawals/address-client";

/** Coins with their networks, as one choice each: "USDT TRC20". */
const PAIRS = CURRENCIES.flatMap((currency) =>
  networksOf(currency).map((network) => ({ currency, network, value: `${currency} ${network}` })),
);

const loadSchema = () =>
  import("@/lib/withdrawals/address-schema").then((module) => module.saveAddressSchema);

/** Saves an address under a name; it is checked for its network before it is sent. */
export function SaveAddressDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations("security.saveAddress");
  const problems = useTranslations("errors.address");
  const [pair, setPair] = useState("USDT TRC20");
  const save = useSaveAddress();
  const [currency, network] = pair.split(" ") as [Currency, Network];
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      text={t("text")}
      submitLabel={t("submit")}
      fields={[
        {
          name: "address",
          label: t("address"),
          kind: "text",
          autoComplete: "off",
        },
        {
          name: "label",
          label: t("label"),
          kind: "text",
          autoComplete: "off",
          hint: t("labelHint"),
        },
      ]}
      loadSchema={loadSchema}
      toInput={(values) => ({ ...values, currency, network })}
      check={({ address = "" }) => {
        const reading = readAddress(network, address);
        const isWrong = address.trim() !== "" && "problem" in reading;
        return { address: isWrong ? problems(reading.problem, reading.values) : undefined };
      }}
      onSubmit={async (input) => {
        await save.mutateAsync(input);
        showToast.success(t("done"));
      }}
    >
      <Field label={t("pair")}>
        <Select value={pair} onChange={(event) => setPair(event.target.value)}>
          {PAIRS.map((each) => (
            <option key={each.value} value={each.value}>
              {each.currency} · {NETWORK_NAMES[each.network]}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
