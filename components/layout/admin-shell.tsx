import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Logo } from "@/components/ui/display/logo";
import { Link } from "@/components/ui/link";
import { AdminMenu, AdminNav, type AdminNavGroup } from "./admin-nav";
import { Notices } from "./notices";
import { PageTitle } from "./page";
import { MAIN_ID, SkipLink } from "./skip-link";

export interface AdminShellProps {
  /** Beside the logo: "Aurum admin". */
  siteName: string;
  logoSrc?: string | null;
  groups: AdminNavGroup[];
  /** Opens the search: the long form in the rail, the short one beside the menu. */
  search?: { long: ReactNode; short: ReactNode };
  /** End of the rail: who is logged in, theme, log out. */
  account?: ReactNode;
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of every staff page: a rail from 1024 px on, a menu under it. Pages inside it render `AdminPage`. */
export function AdminShell({
  siteName,
  logoSrc,
  groups,
  search,
  account,
  banner,
  children,
}: AdminShellProps) {
  const logo = (
    <Link href="/admin" className="flex min-h-target min-w-0 items-center rounded-chip text-body">
      <Logo src={logoSrc} siteName={siteName} size={24} withName />
    </Link>
  );
  return (
    <div data-shell="admin" className="min-h-dvh lg:flex">
      <SkipLink />
      <header className="sticky top-0 z-20 border-line border-b bg-surface lg:flex lg:h-dvh lg:w-56 lg:shrink-0 lg:flex-col lg:border-r lg:border-b-0">
        <div className="flex h-14 items-center justify-between gap-3 px-4 lg:hidden">
          {logo}
          <div className="flex items-center gap-1">
            {search?.short}
            <AdminMenu groups={groups} footer={account} />
          </div>
        </div>
        <div className="hidden min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-3 lg:flex">
          <div className="px-3 pt-1 pb-2">{logo}</div>
          {search?.long}
          <AdminNav groups={groups} />
          {account ? <div className="mt-auto pt-4">{account}</div> : null}
        </div>
      </header>
      <div className="min-w-0 flex-1">
        <Notices>{banner}</Notices>
        <main id={MAIN_ID} tabIndex={-1} className="p-4 pb-12 lg:p-6">
          {children}
        </main>
      </div>
    </div>
  );
}

export interface AdminPageProps {
  title: ReactNode;
  /** Beside the title: Export CSV, Create user. */
  actions?: ReactNode;
  /** Above the title: a `TextLink` to the parent. */
  breadcrumb?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The content of a staff page with its title. */
export function AdminPage({ title, actions, breadcrumb, className, children }: AdminPageProps) {
  return (
    <>
      {breadcrumb}
      <div className="mb-4 flex min-h-target flex-wrap items-center justify-between gap-3">
        <PageTitle className="text-sheet">{title}</PageTitle>
        {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
      </div>
      <div className={clsx("space-y-4", className)}>{children}</div>
    </>
  );
}
