"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useIsFullAdmin, useMay } from "@/components/admin/panel/staff-rights";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { StatusPill } from "@/components/ui/display/pill";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { UserTabProps } from "../tab-props";
import type { ResetKind } from "./reset-dialog";
import { SessionsSection } from "./sessions-section";
import { SignInsSection } from "./sign-ins-section";

const ResetDialog = lazyDialog(() => import("./reset-dialog").then((module) => module.ResetDialog));
const TwoFactorOffDialog = lazyDialog(() =>
  import("./two-factor-off-dialog").then((module) => module.TwoFactorOffDialog),
);
const UnfreezeDialog = lazyDialog(() =>
  import("./unfreeze-dialog").then((module) => module.UnfreezeDialog),
);

/** How an account is protected, who is logged in, and the ways to reset both. */
export function SecurityTab({ user, staffId }: UserTabProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.security");
  const [reset, setReset] = useState<{ kind: ResetKind; open: boolean } | null>(null);
  const [twoFactorOff, setTwoFactorOff] = useState<boolean | null>(null);
  const [unfreeze, setUnfreeze] = useState<boolean | null>(null);
  const isFull = useIsFullAdmin();
  const canWrite = useMay("users.access") && user.id !== staffId;
  const hasSecondStep = user.twoFactorEnabled || user.passkeys > 0 || user.deviceApproval;
  const yesNo = (value: boolean) => (value ? t("yes") : t("no"));
  return (
    <div className="space-y-6">
      <Card aria-label={t("title")}>
        <KeyValueRows
          className="grid gap-x-8 md:grid-cols-2"
          rows={[
            {
              label: t("status"),
              value: <StatusPill status={user.isActive ? "active" : "inactive"} />,
            },
            {
              label: t("frozen"),
              value: user.frozenAt
                ? t("frozenSince", { at: formatDateTime(user.frozenAt, { zone: true }) })
                : t("notFrozen"),
            },
            { label: t("lastSignIn"), value: formatDateTime(user.lastSignInAt, { zone: true }) },
            { label: t("emailVerified"), value: yesNo(user.emailVerified) },
            { label: t("twoFactor"), value: yesNo(user.twoFactorEnabled) },
            { label: t("passkeys"), value: user.passkeys },
            { label: t("deviceApproval"), value: yesNo(user.deviceApproval) },
            {
              label: t("withdrawPassword"),
              value: user.oneTimeWithdrawPasswordUntil
                ? t("oneTime", {
                    until: formatDateTime(user.oneTimeWithdrawPasswordUntil, { zone: true }),
                  })
                : yesNo(user.hasWithdrawPassword),
            },
            {
              label: t("heldUntil"),
              value: user.withdrawalsHeldUntil
                ? formatDateTime(user.withdrawalsHeldUntil, { zone: true })
                : t("notHeld"),
            },
          ]}
        />
        {canWrite ? (
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="outline" onClick={() => setReset({ kind: "password", open: true })}>
              {t("resetPassword")}
            </Button>
            <Button
              variant="outline"
              onClick={() => setReset({ kind: "withdraw-password", open: true })}
            >
              {t("resetWithdrawPassword")}
            </Button>
            {user.frozenAt ? (
              <Button variant="outline" onClick={() => setUnfreeze(true)}>
                {t("unfreeze")}
              </Button>
            ) : null}
            {isFull && (hasSecondStep || twoFactorOff) ? (
              <Button variant="outline" onClick={() => setTwoFactorOff(true)}>
                {t("turnOffTwoFactor")}
              </Button>
            ) : null}
          </div>
        ) : null}
      </Card>
      <SessionsSection userId={user.id} username={user.username} canWrite={canWrite} />
      <SignInsSection userId={user.id} />
      {reset ? (
        <ResetDialog
          user={user}
          kind={reset.kind}
          open={reset.open}
          onClose={() => setReset({ ...reset, open: false })}
        />
      ) : null}
      {unfreeze === null ? null : (
        <UnfreezeDialog user={user} open={unfreeze} onClose={() => setUnfreeze(false)} />
      )}
      {twoFactorOff === null ? null : (
        <TwoFactorOffDialog
          user={user}
          open={twoFactorOff}
          onClose={() => setTwoFactorOff(false)}
        />
      )}
    </div>
  );
}
