import { useTranslations } from "next-intl";

/** Id of the one `main` of every shell. */
export const MAIN_ID = "main";

/** The first thing Tab reaches: jumps over the navigation. */
export function SkipLink() {
  const t = useTranslations("ui.shell");
  return (
    <a
      href={`#${MAIN_ID}`}
      className="sr-only rounded-control bg-surface font-semibold text-gold-text focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:border focus:border-control focus:px-4 focus:py-3"
    >
      {t("skip")}
    </a>
  );
}
