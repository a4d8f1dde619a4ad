"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/forms/form-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useSetWithdrawPassword } from "@/lib/withdrawals/client";

const loadSchema = () =>
  import("@/lib/accounts/schema").then((module) => module.setWithdrawPasswordSchema);

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
        },
        {
          name: "withdrawPassword",
          label: t("withdrawPassword"),
          kind: "password",
          autoComplete: "new-password",
          hint: t("hint"),
        },
        {
          name: "repeat",
          isLocal: true,
          label: t("repeat"),
          kind: "password",
          autoComplete: "new-password",
        },
      ]}
      loadSchema={loadSchema}
      check={({ withdrawPassword, repeat }) => ({
        repeat: repeat === withdrawPassword ? undefined : t("mismatch"),
      })}
      onSubmit={async (input) => {
        await save.mutateAsync(input);
        showToast.success(t("done"));
      }}
    />
  );
}
