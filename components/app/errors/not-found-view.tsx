import { Compass } from "lucide-react";
import { useTranslations } from "next-intl";
import { PageTitle } from "@/components/layout/page";
import { ButtonLink } from "@/components/ui/button";

/** "404, This page does not exist", with two ways on. */
export function NotFoundView({ homeHref = "/" }: { homeHref?: string }) {
  const t = useTranslations("app.notFound");
  return (
    <div className="mx-auto flex max-w-[430px] flex-col items-center gap-4 px-4 py-12 text-center">
      <Compass aria-hidden="true" className="size-8 text-text-3" />
      <p className="text-caption text-text-3">{t("code")}</p>
      <PageTitle className="text-page">{t("title")}</PageTitle>
      <p className="text-text-2">{t("text")}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink href={homeHref}>{t("home")}</ButtonLink>
        <ButtonLink href="/market" variant="outline">
          {t("market")}
        </ButtonLink>
      </div>
    </div>
  );
}
