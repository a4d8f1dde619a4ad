"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/forms/form-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useSetWithdrawPassword } from "@/lib/withdrawals/client";
import { useNewPasswordFields } from "./new-password-fields";

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
  const fresh = useNewPasswordFields("withdrawPassword");
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
        ...fresh.fields,
      ]}
      loadSchema={loadSchema}
      check={fresh.check}
      onSubmit={async (input) => {
        await save.mutateAsync(input);
        showToast.success(t("done"));
      }}
    />
  );
}
