import { useLocale, useTranslations } from "next-intl";
import { languageChoices } from "@/lib/platform/text/preferred";
import { LanguageButtons } from "./language-buttons";

/** The languages that the site can be read in. For server components only. */
export function LanguageSwitch() {
  const t = useTranslations("app.language");
  return (
    <LanguageButtons
      label={t("label")}
      current={useLocale()}
      languages={languageChoices()}
      failed={t("failed")}
    />
  );
}
