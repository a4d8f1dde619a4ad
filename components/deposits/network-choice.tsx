"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { RadioCards } from "@/components/forms/radio-cards";
import { Button } from "@/components/ui/button";
import { formatAmount } from "@/lib/platform/ui/format";

export interface NetworkOption {
  network: string;
  name: string;
  /** Smallest deposit in the coin; null where the network takes none now. */
  minDeposit: string | null;
}

/** Which network to send on. Nothing is chosen beforehand where there is a choice. */
export function NetworkChoice({
  currency,
  networks,
}: {
  currency: string;
  networks: NetworkOption[];
}) {
  const t = useTranslations("deposit.network");
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const open = networks.filter(({ minDeposit }) => minDeposit !== null);
  const only = networks.length === 1 ? open[0]?.network : undefined;
  const [network, setNetwork] = useState<string | null>(only ?? null);
  const [missing, setMissing] = useState(false);
  const chosen = networks.find((each) => each.network === network);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (network === null) {
      setMissing(true);
      focusFirstError(form.current);
      return;
    }
    router.push(`/deposit/address/${currency}?network=${network}`);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <RadioCards
        name="network"
        legend={t("legend")}
        hint={t("hint")}
        error={missing && network === null ? t("missing") : undefined}
        value={network}
        onValueChange={setNetwork}
        options={networks.map(({ network: value, name, minDeposit }) => ({
          value,
          title: name,
          disabled: minDeposit === null,
          description:
            minDeposit === null
              ? t("suspended")
              : t("terms", { amount: formatAmount(minDeposit, currency, { exact: true }) }),
        }))}
      />
      {open.length > 0 ? (
        <Button type="submit" wide>
          {network === null
            ? t("continue")
            : t("continueOn", { currency, network: chosen?.name ?? network })}
        </Button>
      ) : null}
    </form>
  );
}
