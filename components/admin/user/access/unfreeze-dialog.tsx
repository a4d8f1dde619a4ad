"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { api } from "@/lib/platform/client/api";
import { useUserMutation } from "@/lib/staff/user-client";
import { useReason } from "../../editing/use-reason";

/** Asks a colleague to let the owner of a frozen account in again. */
export function UnfreezeDialog({
  user,
  open,
  onClose,
}: {
  user: { id: string; username: string };
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("staffUser.unfreeze");
  const ask = useUserMutation(user.id, ({ reason, key }: { reason: string; key: string }) =>
    api.post(`/admin/users/${user.id}/unfreeze`, { reason }, { idempotencyKey: key }),
  );
  const asked = useReason(ask.mutateAsync, () => {
    onClose();
    showToast.success(t("asked"));
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t("title", { username: user.username })}
      description={t("text")}
      confirmLabel={t("submit")}
      confirmVariant="primary"
      pending={asked.pending}
      error={asked.error}
      onConfirm={asked.confirm}
    >
      {asked.field}
    </ConfirmDialog>
  );
}
