"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { StatusPill } from "@/components/ui/pill";
import { Switch } from "@/components/ui/switch";
import { notify } from "@/components/ui/toast";
import { useToggleStatus } from "@/lib/accounts/staff-client";
import { messageOf } from "@/lib/platform/client/api";
import { useMayAct } from "./staff-areas";

export interface UserStatusProps {
  user: { id: string; username: string; isActive: boolean };
  /** The signed-in member of staff: nobody switches themselves off. */
  staffId: string;
  hideLabel?: boolean;
}

/** Switches an account on or off, after a question. */
export function UserStatus({ user, staffId, hideLabel = false }: UserStatusProps) {
  const t = useTranslations("staff.userStatus");
  const [open, setOpen] = useState(false);
  const mayAct = useMayAct("users");
  const toggle = useToggleStatus();
  const { id, username, isActive } = user;
  if (id === staffId) {
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
        <StatusPill status={isActive ? "active" : "inactive"} />
      </span>
    );
  }
  const setOpenFresh = (next: boolean) => {
    if (next) toggle.reset();
    setOpen(next);
  };
  const confirm = () =>
    toggle.mutate(
      { id, isActive: !isActive },
      {
        onSuccess: () => {
          setOpen(false);
          notify.success(t(isActive ? "switchedOff" : "switchedOn", { username }));
        },
      },
    );
  const doing = isActive ? "off" : "on";
  return (
    <>
      <Switch
        label={hideLabel ? t("labelOf", { username }) : t("label")}
        hideLabel={hideLabel}
        checked={isActive}
        onCheckedChange={() => setOpenFresh(true)}
      />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpenFresh}
        title={t(`${doing}Title`, { username })}
        description={t(`${doing}Text`)}
        confirmLabel={t(`${doing}Confirm`)}
        confirmVariant={isActive ? "danger" : "primary"}
        pending={toggle.isPending}
        error={toggle.error ? messageOf(toggle.error) : null}
        onConfirm={confirm}
      />
    </>
  );
}
