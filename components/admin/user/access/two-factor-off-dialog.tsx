"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/forms/form-dialog";
import { useSecurityFields } from "@/components/security/security-dialog";
import { notify } from "@/components/ui/overlays/toast";
import { api } from "@/lib/platform/client/api";
import { useSecurity } from "@/lib/security/client";
import type { RemoveTwoFactorInput } from "@/lib/staff/schema";
import { useUserDeed } from "@/lib/staff/user-client";
import { isReason, REASON_MIN } from "../reason-field";

/** Turns off a user's two-factor, with the password of whoever does it. */
export function TwoFactorOffDialog({
  user,
  open,
  onClose,
}: {
  user: { id: string; username: string };
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("staffUser.twoFactorOff");
  const tReason = useTranslations("staff.reason");
  const fields = useSecurityFields();
  const { data: security } = useSecurity();
  const remove = useUserDeed(user.id, (body: RemoveTwoFactorInput) =>
    api.delete(`/admin/users/${user.id}/two-factor`, { body }),
  );
  return (
    <FormDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title", { username: user.username })}
      text={t("text")}
      submitLabel={t("submit")}
      submitVariant="danger"
      fields={[
        {
          name: "reason",
          label: tReason("label"),
          hint: tReason("hint", { count: REASON_MIN }),
          kind: "text",
          autoComplete: "off",
          check: (value) => (isReason(value) ? undefined : t("reasonMissing")),
        },
        fields.password,
        ...(security?.twoFactorEnabled ? [fields.totp] : []),
      ]}
      onSubmit={async ({ reason = "", password = "", totp }) => {
        await remove.mutateAsync({ reason, password, totp });
        notify.success(t("done", { username: user.username }));
      }}
    />
  );
}
