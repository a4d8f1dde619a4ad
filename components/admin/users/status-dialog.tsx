"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useToggleStatus } from "@/lib/staff/client";
import { useReason } from "../editing/use-reason";

export interface StatusDialogProps {
  user: { id: string; username: string; isActive: boolean };
  /** Whether the account is to be on. */
  target: boolean;
  open: boolean;
  onClose: () => void;
}

/** Asks before an account is switched, and says so where a colleague was faster. */
export function StatusDialog({ user, target, open, onClose }: StatusDialogProps) {
  const t = useTranslations("staff.userStatus");
  const toggle = useToggleStatus();
  const { id, username, isActive } = user;
  const asked = useReason(
    ({ reason }) => toggle.mutateAsync({ id, isActive: target, reason }),
    () => {
      onClose();
      showToast.success(t(target ? "switchedOn" : "switchedOff", { username }));
    },
  );
  // Not after one's own success: the dialog keeps its words while it goes away.
  const isDone = isActive === target && !toggle.isPending && !toggle.isSuccess;
  const confirm = () => {
    // After a success it is the second click of a double click, on a dialog that goes away.
    if (isDone || toggle.isSuccess) onClose();
    else asked.confirm();
  };
  const doing = target ? "on" : "off";
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={
        isDone
          ? t(target ? "switchedOn" : "switchedOff", { username })
          : t(`${doing}Title`, { username })
      }
      description={t(isDone ? "alreadyText" : `${doing}Text`)}
      confirmLabel={t(isDone ? "alreadyConfirm" : `${doing}Confirm`)}
      confirmVariant={isDone ? "outline" : target ? "primary" : "danger"}
      pending={asked.pending}
      error={isDone ? null : asked.error}
      onConfirm={confirm}
    >
      {isDone ? null : asked.field}
    </ConfirmDialog>
  );
}
