"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { InlineError } from "@/components/ui/display/inline-error";
import { messageOf } from "@/lib/platform/client/api";
import { useStartTwoFactor } from "@/lib/security/client";
import { RecoveryCodesDialog } from "../security/recovery-codes-dialog";
import { Button } from "../ui/button";
import { lazyDialog } from "../ui/overlays/lazy-part";
import { LogOutButton } from "./log-out-button";

const TwoFactorSetupDialog = lazyDialog(
  () => import("../security/two-factor-setup-dialog").then((module) => module.TwoFactorSetupDialog),
  { isOpen: ({ setup }) => setup !== null },
);

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
