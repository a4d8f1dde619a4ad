import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Logo } from "@/components/ui/display/logo";
import { Link } from "@/components/ui/link";
import { type NavItem, NavLink } from "./nav-link";
import { Notices } from "./notices";
import { MAIN_ID, SkipLink } from "./skip-link";
import { TabBar } from "./tab-bar";

export interface UserShellProps {
  siteName: string;
  logoSrc?: string | null;
  /** Tab bar on phones, top bar on desktop. Only pages that exist. */
  nav: NavItem[];
  /** Right side of the header: customer service, bell. */
  actions?: ReactNode;
  /** Above everything: the demo banner. */
  banner?: ReactNode;
  /** Path prefixes without the tab bar: deposit, withdraw, chat. */
  hideTabBarOn?: string[];
  /** Under the content of every page but those that fill the window. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of every user page. Pages inside it render `Page`. */
export function UserShell({
  siteName,
  logoSrc,
  nav,
  actions,
  banner,
  hideTabBarOn,
  footer,
  children,
}: UserShellProps) {
  const t = useTranslations("ui.shell");
  return (
    <div data-shell="user" className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-20 bg-bg lg:border-line lg:border-b">
        <div className="mx-auto flex h-14 max-w-[430px] items-center gap-4 px-4 lg:h-16 lg:max-w-[1152px]">
          <Link
            href="/"
            data-header-logo=""
            className="flex min-h-target min-w-0 items-center rounded-chip"
          >
            <Logo src={logoSrc} siteName={siteName} withName />
          </Link>
          <nav aria-label={t("mainNavigation")} className="ml-6 hidden lg:block">
            <ul className="flex gap-1">
              {nav.map((item) => (
                <li key={item.href}>
                  <NavLink
                    item={item}
                    className="flex min-h-target items-center gap-2 rounded-control px-3 text-body text-text-2 hover:bg-surface-2 hover:text-text aria-[current=page]:font-semibold aria-[current=page]:text-gold-text [&_svg]:size-5"
                  >
                    {item.icon}
                    {item.label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="-mr-2 ml-auto flex items-center">{actions}</div>
        </div>
      </header>
      <Notices>{banner}</Notices>
      <main id={MAIN_ID} tabIndex={-1} className="flex-1 pt-3 pb-[var(--tab-bar)] lg:pt-1">
        {children}
        {footer ? <div data-page-footer="">{footer}</div> : null}
      </main>
      <TabBar label={t("mainNavigation")} items={nav} hideOn={hideTabBarOn} />
    </div>
  );
}
