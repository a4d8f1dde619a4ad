import { useTranslations } from "next-intl";
import { ActionsByAccount } from "./by-account";

/**
 * Says on every page of the practice side that its money is none, with the ways to begin anew and to go back. Styles
 * show it, so that it is there before any script is.
 */
export function PracticeBand() {
  const t = useTranslations("practice");
  return (
    <div data-practice-band="" className="border-info border-b text-caption text-text">
      <div className="mx-auto flex max-w-[430px] flex-wrap items-center gap-x-4 px-4 lg:max-w-[1152px]">
        <p className="min-w-0 basis-full pt-2 lg:flex-1 lg:basis-0 lg:pt-0">
          <strong>{t("word")}</strong> {t("text")}
        </p>
        <div className="flex min-h-target flex-wrap items-center gap-x-4">
          <ActionsByAccount />
        </div>
      </div>
    </div>
  );
}
