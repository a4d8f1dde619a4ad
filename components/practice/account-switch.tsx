import { GraduationCap } from "lucide-react";
import { useTranslations } from "next-intl";
import { iconButtonClass } from "@/components/ui/icon-button";
import { AccountButton } from "./by-account";

/** Goes from the real account to the one with play money and back, in this tab. */
export function AccountSwitch() {
  const t = useTranslations("practice");
  return (
    <AccountButton
      aria-label={t("switch")}
      title={t("switch")}
      data-account-switch=""
      className={`${iconButtonClass} aria-pressed:bg-info-soft aria-pressed:text-info`}
    >
      <GraduationCap aria-hidden="true" />
    </AccountButton>
  );
}
