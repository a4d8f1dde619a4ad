"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useStartTwoFactor } from "@/lib/accounts/security-client";
import { messageOf } from "@/lib/platform/client/api";
import { RecoveryCodesDialog } from "../security/recovery-codes-dialog";
import { TwoFactorSetupDialog } from "../security/two-factor-setup-dialog";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { InlineError } from "../ui/inline-error";
import { LogOutButton } from "./log-out-button";

/** Sets two-factor up, shows the recovery codes and goes on to the panel. */
export function StaffTwoFactor() {
  const t = useTranslations("staffTwoFactor");
  const router = useRouter();
  const start = useStartTwoFactor();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <div className="space-y-4">
      <Banner tone="info">{t("text")}</Banner>
      <InlineError>{start.error ? messageOf(start.error) : null}</InlineError>
      <Button wide pending={start.isPending} onClick={() => start.mutate()}>
        {t("start")}
      </Button>
      <LogOutButton door="admin" />
      <TwoFactorSetupDialog
        setup={codes ? null : (start.data ?? null)}
        onClose={() => start.reset()}
        onCodes={setCodes}
      />
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(null);
          router.replace("/admin");
        }}
      />
    </div>
  );
}
