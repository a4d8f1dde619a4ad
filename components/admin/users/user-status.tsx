"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { StatusPill } from "@/components/ui/display/pill";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { Switch } from "@/components/ui/switch";
import { useToggleStatus } from "@/lib/staff/client";
import { useReason } from "../editing/use-reason";
import { useMayAct } from "../panel/staff-areas";

export interface UserStatusProps {
  user: { id: string; username: string; isActive: boolean };
  /** The signed-in member of staff: nobody switches themselves off. */
  staffId: string;
  hideLabel?: boolean;
}

/** Switches an account on or off, after a question. */
export function UserStatus({ user, staffId, hideLabel = false }: UserStatusProps) {
  const t = useTranslations("staff.userStatus");
  const mayAct = useMayAct("users");
  if (user.id === staffId) {
    return (
      <span className="inline-flex min-h-target flex-wrap items-center gap-2">
        <StatusPill status="active" />
        <span className="text-caption text-text-2">{t("self")}</span>
      </span>
    );
  }
  if (!mayAct) {
    return (
      <span className="inline-flex min-h-target items-center">
        <StatusPill status={user.isActive ? "active" : "inactive"} />
      </span>
    );
  }
  return <StatusSwitch user={user} hideLabel={hideLabel} />;
}

/** What is asked is fixed when the dialog opens: the account may be switched by a colleague meanwhile. */
function StatusSwitch({ user, hideLabel }: Pick<UserStatusProps, "user" | "hideLabel">) {
  const t = useTranslations("staff.userStatus");
  const [open, setOpen] = useState(false);
  const [target, setTarget] = useState(!user.isActive);
  const toggle = useToggleStatus();
  const { id, username, isActive } = user;
  const asked = useReason(
    ({ reason }) => toggle.mutateAsync({ id, isActive: target, reason }),
    () => {
      setOpen(false);
      showToast.success(t(target ? "switchedOn" : "switchedOff", { username }));
    },
  );
  const ask = () => {
    toggle.reset();
    setTarget(!isActive);
    asked.restart();
    setOpen(true);
  };
  // Not after one's own success: the dialog keeps its words while it goes away.
  const isDone = isActive === target && !toggle.isPending && !toggle.isSuccess;
  const confirm = () => {
    // After a success it is the second click of a double click, on a dialog that goes away.
    if (isDone || toggle.isSuccess) setOpen(false);
    else asked.confirm();
  };
  const doing = target ? "on" : "off";
  return (
    <>
      <Switch
        label={hideLabel ? t("labelOf", { username }) : t("label")}
        hideLabel={hideLabel}
        checked={isActive}
        onCheckedChange={ask}
      />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
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
    </>
  );
}
