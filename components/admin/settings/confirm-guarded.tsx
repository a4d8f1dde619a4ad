"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/forms/form-dialog";
import { useProof } from "@/components/security/security-fields";
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
  const proof = useProof(useSecurity().data?.twoFactorEnabled);
  return (
    <FormDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title")}
      text={t("text")}
      submitLabel={t("submit")}
      {...proof}
      onSubmit={onSubmit}
    />
  );
}
