"use client";

import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Pill } from "@/components/ui/display/pill";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { OneTimeText, ReplaceButton } from "@/components/withdrawals/one-time-password";
import type { Security } from "@/lib/security/schema";
import { Changed } from "./changed";
import { SettingRow } from "./setting-row";

const SetPasswordDialog = lazyDialog(() =>
  import("../withdrawals/set-password-dialog").then((module) => module.SetPasswordDialog),
);

/** The withdrawal password: not set, one's own, or one of support's that is to be replaced. */
export function WithdrawPasswordRow({
  security,
  onChange,
}: {
  security: Security;
  onChange: () => void;
}) {
  const t = useTranslations("security");
  const [setting, setSetting] = useState<boolean | null>(null);
  const { hasWithdrawPassword, oneTimeWithdrawPasswordUntil: until } = security;
  if (until) {
    return (
      <SettingRow
        title={t("withdrawPassword")}
        pill={
          <Pill tone="warn" icon={Clock}>
            {t("oneTime")}
          </Pill>
        }
        state={<OneTimeText until={until} />}
      >
        <ReplaceButton until={until} />
      </SettingRow>
    );
  }
  const changed = <Changed at={security.withdrawPasswordChangedAt} />;
  return (
    <SettingRow title={t("withdrawPassword")} state={hasWithdrawPassword ? changed : t("notSet")}>
      {hasWithdrawPassword ? (
        <Button variant="outline" onClick={onChange}>
          {t("change")}
        </Button>
      ) : (
        <Button onClick={() => setSetting(true)}>{t("set")}</Button>
      )}
      {setting === null ? null : <SetPasswordDialog open={setting} onOpenChange={setSetting} />}
    </SettingRow>
  );
}
