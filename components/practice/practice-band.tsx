import { useTranslations } from "next-intl";
import { AccountButton } from "./account-button";
import { ResetButton } from "./reset-button";

const ACTION =
  "min-h-target rounded-chip font-semibold underline underline-offset-2 hover:no-underline";

/**
 * Says on every page of the practice side that its money is none, with the ways to begin anew and to go back. Styles
 * show it, so that it is there before any script is.
 */
export function PracticeBand() {
  const t = useTranslations("practice");
  return (
    <div
      data-practice-band=""
      className="hidden border-info border-b text-caption text-text [:root[data-account=practice]_&]:block"
    >
      <div className="mx-auto flex max-w-[430px] flex-wrap items-center gap-x-4 px-4 lg:max-w-[1152px]">
        <p className="min-w-0 flex-1 basis-56 pt-1.5 lg:py-1.5">
          <strong className="text-info">{t("word")}</strong> {t("text")}
        </p>
        <ResetButton className={ACTION}>{t("reset")}</ResetButton>
        <AccountButton to="real" className={ACTION}>
          {t("back")}
        </AccountButton>
      </div>
    </div>
  );
}
