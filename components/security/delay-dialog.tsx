"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import { RadioCards } from "@/components/forms/radio-cards";
import { showToast } from "@/components/ui/overlays/toast";
import type { Security } from "@/lib/security/schema";
import { useSetWithdrawalDelay } from "@/lib/withdrawals/delay-client";
import {
  DELAY_HOURS,
  type SetDelayInput,
  type WithdrawalDelayState,
} from "@/lib/withdrawals/delay-schema";
import { useProof } from "./security-fields";

/** Chooses how long each withdrawal waits; a shorter time asks for the password, and the code. */
export function DelayDialog({
  open,
  onOpenChange,
  delay,
  security,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  delay: WithdrawalDelayState;
  security: Pick<Security, "twoFactorEnabled">;
}) {
  const t = useTranslations("security.delay");
  const proof = useProof(security.twoFactorEnabled);
  const set = useSetWithdrawalDelay();
  const [chosen, setChosen] = useState(String(delay.pending?.hours ?? delay.hours));
  const isShorter = Number(chosen) < delay.hours;
  return (
    <FormDialog<SetDelayInput>
      open={open}
      onOpenChange={onOpenChange}
      title={t("choose")}
      text={t("dialogText")}
      submitLabel={t("submit")}
      fields={isShorter ? proof.fields : []}
      loadSchema={async () => {
        const { setDelaySchema } = await import("@/lib/withdrawals/delay-schema");
        return isShorter ? setDelaySchema.extend((await proof.loadSchema()).shape) : setDelaySchema;
      }}
      toInput={(values) => ({ ...values, hours: Number(chosen) })}
      onSubmit={async (input) => {
        const { message } = await set.mutateAsync(input);
        if (message) showToast.success(message);
      }}
    >
      <RadioCards
        name="delay-hours"
        legend={t("choose")}
        hideLegend
        value={chosen}
        onValueChange={setChosen}
        options={DELAY_HOURS.map((hours) => ({
          value: String(hours),
          title: t("option", { hours }),
        }))}
      />
    </FormDialog>
  );
}
