import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OfflineBanner } from "./offline-banner";

/** The banners of a shell, in a landmark of their own. */
export function Notices({ children }: { children?: ReactNode }) {
  const t = useTranslations("ui");
  return (
    <section aria-label={t("shell.notices")}>
      {children}
      <OfflineBanner text={t("networkError")} />
    </section>
  );
}
