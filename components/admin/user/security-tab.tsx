"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { KeyValueRows } from "@/components/ui/key-value-rows";
import { StatusPill } from "@/components/ui/pill";
import { formatDateTime } from "@/lib/platform/ui/format";
import type { UserTabProps } from "./tab-props";

/** How an account is protected. */
export function SecurityTab({ user }: UserTabProps) {
  const t = useTranslations("staffUser.security");
  const yesNo = (value: boolean) => (value ? t("yes") : t("no"));
  return (
    <Card aria-label={t("title")}>
      <KeyValueRows
        rows={[
          {
            label: t("status"),
            value: <StatusPill status={user.isActive ? "active" : "inactive"} />,
          },
          { label: t("sessions"), value: user.counts.sessions },
          { label: t("lastSignIn"), value: formatDateTime(user.lastSignInAt, { zone: true }) },
          { label: t("emailVerified"), value: yesNo(user.emailVerified) },
          { label: t("twoFactor"), value: yesNo(user.twoFactorEnabled) },
          { label: t("withdrawPassword"), value: yesNo(user.hasWithdrawPassword) },
          {
            label: t("heldUntil"),
            value: user.withdrawalsHeldUntil
              ? formatDateTime(user.withdrawalsHeldUntil, { zone: true })
              : t("notHeld"),
          },
        ]}
      />
    </Card>
  );
}
