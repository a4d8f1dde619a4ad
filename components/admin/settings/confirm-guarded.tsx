"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/forms/form-dialog";
import { useSecurityFields } from "@/components/security/security-dialog";
import { useSecurity } from "@/lib/security/client";
import type { Proof } from "@/lib/settings/client";

/** Asks for the password and the code of whoever changes a guarded setting. */
export function ConfirmGuarded({
  open,
  onSubmit,
  onClose,
}: {
  open: boolean;
  /** Throws what went wrong, to be shown here. */
  onSubmit: (proof: Proof) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations("staffSettings.guarded");
  const fields = useSecurityFields();
  const { data: security } = useSecurity();
  return (
    <FormDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title")}
      text={t("text")}
      submitLabel={t("submit")}
      fields={[fields.password, ...(security?.twoFactorEnabled ? [fields.totp] : [])]}
      onSubmit={({ password, totp }) => onSubmit({ password, totp })}
    />
  );
}
