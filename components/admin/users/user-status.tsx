"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { StatusPill } from "@/components/ui/display/pill";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { Switch } from "@/components/ui/switch";
import { useMay } from "../panel/staff-rights";

const StatusDialog = lazyDialog(() =>
  import("./status-dialog").then((module) => module.StatusDialog),
);

export interface UserStatusProps {
  user: { id: string; username: string; isActive: boolean };
  /** The logged-in member of staff: nobody switches themselves off. */
  staffId: string;
  hideLabel?: boolean;
}

/** Switches an account on or off, after a question. */
export function UserStatus({ user, staffId, hideLabel = false }: UserStatusProps) {
  const t = useTranslations("staff.userStatus");
  const canWrite = useMay("users.edit");
  if (user.id === staffId) {
    return (
      <span className="inline-flex min-h-target flex-wrap items-center gap-2">
        <StatusPill status="active" />
        <span className="text-caption text-text-2">{t("self")}</span>
      </span>
    );
  }
  if (!canWrite) {
    return (
      <span className="inline-flex min-h-target items-center">
        <StatusPill status={user.isActive ? "active" : "inactive"} />
      </span>
    );
  }
  return <StatusSwitch user={user} hideLabel={hideLabel} />;
}

/** `turn` makes every opening ask afresh. */
type Asked = { target: boolean; open: boolean; turn: number };

/** What is asked is fixed when the dialog opens: the account may be switched by a colleague meanwhile. */
function StatusSwitch({ user, hideLabel }: Pick<UserStatusProps, "user" | "hideLabel">) {
  const t = useTranslations("staff.userStatus");
  const [asked, setAsked] = useState<Asked | null>(null);
  const { username, isActive } = user;
  const ask = () =>
    setAsked((now) => ({ target: !isActive, open: true, turn: (now?.turn ?? 0) + 1 }));
  return (
    <>
      <Switch
        label={hideLabel ? t("labelOf", { username }) : t("label")}
        hideLabel={hideLabel}
        checked={isActive}
        onCheckedChange={ask}
      />
      {asked ? (
        <StatusDialog
          key={asked.turn}
          user={user}
          target={asked.target}
          open={asked.open}
          onClose={() => setAsked((now) => now && { ...now, open: false })}
        />
      ) : null}
    </>
  );
}
