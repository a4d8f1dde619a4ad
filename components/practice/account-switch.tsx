"use client";

import { GraduationCap } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { switchAccount, useAccount } from "@/lib/platform/client/account";

/** Goes from the real account to the one with play money and back, in this tab. */
export function AccountSwitch() {
  const t = useTranslations("app.practice");
  const isPractice = useAccount() === "practice";
  return (
    <IconButton
      label={t("switch")}
      aria-pressed={isPractice}
      onClick={() => switchAccount(isPractice ? "real" : "practice")}
      className={isPractice ? "text-info" : undefined}
    >
      <GraduationCap aria-hidden="true" />
    </IconButton>
  );
}
