import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Logo } from "@/components/ui/display/logo";
import { TextLink } from "../ui/text-link";
import { Notices } from "./notices";
import { PageTitle } from "./page";
import { MAIN_ID, SkipLink } from "./skip-link";

export interface AuthLayoutProps {
  siteName: string;
  logoSrc?: string | null;
  /** "Log in" */
  title: ReactNode;
  /** A line under the title: "Administrator". */
  subtitle?: ReactNode;
  /** Top right: the customer-service button. */
  actions?: ReactNode;
  banner?: ReactNode;
  /** Under the form: "New here? Create an account". */
  footer?: ReactNode;
  /** The small links at the end. */
  legal?: { href: string; label: string }[];
  /** Name of the small links for screen readers. */
  legalLabel?: string;
  /** The languages of the site, at the very end. */
  languages?: ReactNode;
  /** The right half of a window that has the room; the form has the left one. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Login, register and other pages without navigation: logo, name, title and one column. */
export function AuthLayout({
  siteName,
  logoSrc,
  title,
  subtitle,
  actions,
  banner,
  footer,
  legal = [],
  legalLabel,
  languages,
  aside,
  children,
}: AuthLayoutProps) {
  const t = useTranslations("ui.shell");
  return (
    <div data-shell="auth" className="flex min-h-dvh flex-col">
      <SkipLink />
      <Notices>{banner}</Notices>
      <div className={clsx("flex flex-1 flex-col", aside && "lg:grid lg:grid-cols-2")}>
        <div className="flex min-w-0 flex-1 flex-col">
          {actions ? <header className="flex justify-end px-2 pt-1">{actions}</header> : null}
          <main
            id={MAIN_ID}
            tabIndex={-1}
            // Not centred: what is still to come would push down what is there.
            className="mx-auto w-full max-w-[390px] flex-1 px-5 pt-[6vh] pb-6 lg:pt-[10vh]"
          >
            <div className="mb-6 flex flex-col items-center text-center">
              <Logo src={logoSrc} siteName={siteName} size={56} label={t("logo", { siteName })} />
              <p aria-hidden="true" className="mt-2 text-text-2">
                {siteName}
              </p>
              <PageTitle className="mt-3 text-page">{title}</PageTitle>
              {subtitle ? <p className="mt-1 text-text-2">{subtitle}</p> : null}
            </div>
            {children}
            {footer ? <div className="mt-4 text-center text-text-2">{footer}</div> : null}
            {legal.length > 0 ? (
              <nav aria-label={legalLabel} className="mt-3">
                <ul className="flex flex-wrap justify-center gap-x-4">
                  {legal.map((link) => (
                    <li key={link.href}>
                      <TextLink look="quiet" href={link.href}>
                        {link.label}
                      </TextLink>
                    </li>
                  ))}
                </ul>
              </nav>
            ) : null}
            {languages}
          </main>
        </div>
        {aside}
      </div>
    </div>
  );
}
