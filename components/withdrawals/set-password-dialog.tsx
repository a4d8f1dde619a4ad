"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/forms/form-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { newPasswordSchema } from "@/lib/accounts/schema";
import { useSetWithdrawPassword } from "@/lib/withdrawals/client";

/** Sets the first withdrawal password without leaving the way to the withdrawal. */
export function SetPasswordDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations("withdraw.setPassword");
  const save = useSetWithdrawPassword();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      text={t("text")}
      submitLabel={t("save")}
      fields={[
        {
          name: "password",
          label: t("password"),
          kind: "password",
          autoComplete: "current-password",
          check: (value) => (value ? undefined : t("passwordMissing")),
        },
        {
          name: "withdrawPassword",
          label: t("withdrawPassword"),
          kind: "password",
          autoComplete: "new-password",
          hint: t("hint"),
          check: (value) => newPasswordSchema.safeParse(value).error?.issues[0]?.message,
        },
        {
          name: "repeat",
          label: t("repeat"),
          kind: "password",
          autoComplete: "new-password",
          check: (value, { withdrawPassword = "" }) =>
            value === withdrawPassword ? undefined : t("mismatch"),
        },
      ]}
      onSubmit={async ({ password = "", withdrawPassword = "" }) => {
        await save.mutateAsync({ password, withdrawPassword });
        showToast.success(t("done"));
      }}
    />
  );
}
