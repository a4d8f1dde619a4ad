import { useTranslations } from "next-intl";
import { Page } from "@/components/layout/page";
import { buttonClass } from "@/components/ui/button";
import { AccountButton } from "./account-button";

/** In the place of a page about real money. */
export function NotInPractice() {
  const t = useTranslations("practice");
  return (
    <Page title={t("notHere")}>
      <p className="mb-5">{t("notHereText")}</p>
      <AccountButton to="real" className={buttonClass({})}>
        {t("back")}
      </AccountButton>
    </Page>
  );
}
