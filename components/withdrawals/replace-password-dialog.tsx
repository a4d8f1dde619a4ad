"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/forms/form-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { securityCalls, useRefreshSecurity } from "@/lib/security/client";
import { useNewPasswordFields } from "./new-password-fields";

const loadSchema = () =>
  import("@/lib/accounts/schema").then((module) => module.changeWithdrawPasswordSchema);

/** Puts one's own withdrawal password in the place of the one that support set. */
export function ReplacePasswordDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations("withdraw.oneTime");
  const fields = useTranslations("withdraw.setPassword");
  const fresh = useNewPasswordFields("newWithdrawPassword");
  const refresh = useRefreshSecurity();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      text={t("dialog")}
      submitLabel={fields("save")}
      fields={[
        {
          name: "currentWithdrawPassword",
          label: t("password"),
          kind: "password",
          autoComplete: "off",
          codes: ["WITHDRAW_PASSWORD_INCORRECT"],
        },
        ...fresh.fields,
      ]}
      loadSchema={loadSchema}
      check={fresh.check}
      onSubmit={async (input) => {
        await securityCalls.changeWithdrawPassword(input);
        await refresh();
        showToast.success(fields("done"));
      }}
    />
  );
}
