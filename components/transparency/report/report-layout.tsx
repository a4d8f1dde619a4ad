import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/app/language/language-switch";
import { SiteBanners } from "@/components/app/site-banners";
import { LegalLinks } from "@/components/documents/legal-links";
import { Notices } from "@/components/layout/notices";
import { MAIN_ID, SkipLink } from "@/components/layout/skip-link";
import { buttonClass } from "@/components/ui/button";
import { Logo } from "@/components/ui/display/logo";
import { Link } from "@/components/ui/link";
import type { PublicConfig } from "@/lib/settings/schema";

/** The frame of the report: as of a public text, as wide as a dashboard. */
export function ReportLayout({
  config,
  isSignedIn,
  children,
}: {
  config: PublicConfig;
  isSignedIn: boolean;
  children: ReactNode;
}) {
  const t = useTranslations();
  return (
    <div data-shell="document" className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-[1408px] items-center justify-between gap-4 px-4 lg:h-16">
          <Link href="/" className="flex min-h-target min-w-0 items-center rounded-chip">
            <Logo src={config.logoUrl} siteName={config.siteName} withName />
          </Link>
          <div className="flex shrink-0 items-center gap-4">
            {isSignedIn ? null : (
              <span className="hidden text-caption text-text-2 md:inline">
                {t("transparency.noAccount")}
              </span>
            )}
            <Link
              href={isSignedIn ? "/" : "/login"}
              className={buttonClass({ variant: "outline" })}
            >
              {isSignedIn ? t("documents.home") : t("documents.login")}
            </Link>
          </div>
        </div>
      </header>
      <Notices>
        <SiteBanners config={config} />
      </Notices>
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="mx-auto w-full max-w-[1152px] flex-1 px-4 py-6 lg:py-8"
      >
        <p data-print="only" className="hidden text-caption">
          {config.siteName}
        </p>
        {children}
      </main>
      <footer className="border-line border-t px-4 py-4">
        <LegalLinks />
        <LanguageSwitch />
      </footer>
    </div>
  );
}
