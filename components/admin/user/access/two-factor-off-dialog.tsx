"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/forms/form-dialog";
import { useProof } from "@/components/security/security-fields";
import { showToast } from "@/components/ui/overlays/toast";
import { api } from "@/lib/platform/client/api";
import { useSecurity } from "@/lib/security/client";
import type { RemoveTwoFactorInput } from "@/lib/staff/schema";
import { useUserMutation } from "@/lib/staff/user-client";
import { useReasonProps } from "../../editing/reason-props";

const loadSchema = () =>
  import("@/lib/staff/schema").then((module) => module.removeTwoFactorSchema);

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
  const { area, ...reason } = useReasonProps();
  const proof = useProof(useSecurity().data?.twoFactorEnabled);
  const remove = useUserMutation(user.id, (body: RemoveTwoFactorInput) =>
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
      fields={[{ name: "reason", kind: "area", ...reason, ...area }, ...proof.fields]}
      loadSchema={async () => (await loadSchema()).extend((await proof.loadSchema()).shape)}
      onSubmit={async (input) => {
        await remove.mutateAsync(input);
        showToast.success(t("done", { username: user.username }));
      }}
    />
  );
}
