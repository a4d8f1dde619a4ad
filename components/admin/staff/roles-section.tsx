"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { Pill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useRoles } from "@/lib/staff/role-client";
import type { RoleDto } from "@/lib/staff/role-schema";
import { useIsFullAdmin } from "../panel/staff-rights";
import type { RemoveRoleProps } from "./remove-role";
import type { RoleDialogProps } from "./role-dialog";
import { RoleText, useRoleName } from "./role-text";

const RoleDialog = lazyDialog<RoleDialogProps>(() =>
  import("./role-dialog").then((module) => module.RoleDialog),
);

const RemoveRole = lazyDialog<RemoveRoleProps>(() =>
  import("./remove-role").then((module) => module.RemoveRole),
);

type Asked = { role?: RoleDto; open: boolean; removes: boolean; turn: number };

/** The roles of staff: what each may do and up to which amount, and for full administrators the way to change it. */
export function RolesSection() {
  const t = useTranslations("staffRights.roles");
  const answer = useRoles();
  const isFull = useIsFullAdmin();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (role: RoleDto | undefined, removes: boolean) =>
    setAsked({ role, removes, open: true, turn: (asked?.turn ?? 0) + 1 });
  const close = () => setAsked((now) => now && { ...now, open: false });
  return (
    <section aria-labelledby="roles" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SectionTitle id="roles">{t("title")}</SectionTitle>
        {isFull ? <Button onClick={() => ask(undefined, false)}>{t("new")}</Button> : null}
      </div>
      {isFull ? null : <p className="text-text-2">{t("onlyFull")}</p>}
      {answer.data ? (
        <ul className="grid gap-4 lg:grid-cols-2">
          {answer.data.map((role) => (
            <li key={role.id} className="min-w-0">
              <RoleCard role={role} ask={isFull ? (removes) => ask(role, removes) : null} />
            </li>
          ))}
        </ul>
      ) : (
        <QueryState query={answer} label={t("title")} rows={4} rowClass="h-28" />
      )}
      {asked?.removes && asked.role ? (
        <RemoveRole role={asked.role} open={asked.open} onClose={close} />
      ) : asked ? (
        <RoleDialog key={asked.turn} role={asked.role} open={asked.open} onClose={close} />
      ) : null}
    </section>
  );
}

function RoleCard({ role, ask }: { role: RoleDto; ask: ((removes: boolean) => void) | null }) {
  const t = useTranslations("staffRights.roles");
  const name = useRoleName()(role);
  const isOwn = role.key === null;
  const isChangeable = role.key !== "administrator" && role.key !== "support";
  return (
    <Card aria-label={name} className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</h3>
        <Pill tone={isOwn ? "gold" : "neutral"}>{t(isOwn ? "own" : "isBuiltIn")}</Pill>
        <span className="text-caption text-text-2">{t("members", { count: role.members })}</span>
      </div>
      <RoleText role={role} />
      {ask && isChangeable ? (
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => ask(false)}>
            {t(isOwn ? "change" : "limits")}
            <span className="sr-only"> {name}</span>
          </Button>
          {isOwn && role.members === 0 ? (
            <Button variant="danger" onClick={() => ask(true)}>
              {t("remove")}
              <span className="sr-only"> {name}</span>
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}
