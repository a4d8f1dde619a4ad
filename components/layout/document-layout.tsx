import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Logo } from "@/components/ui/display/logo";
import { Link } from "@/components/ui/link";
import { Notices } from "./notices";
import { PageTitle } from "./page";
import { PrintButton } from "./print-button";
import { MAIN_ID, SkipLink } from "./skip-link";

export interface DocumentLayoutProps {
  siteName: string;
  logoSrc?: string | null;
  title: ReactNode;
  /** Already formatted. */
  updated?: string;
  /** Headings with the ids they carry in the text. */
  contents?: { id: string; text: string; level?: 2 | 3 }[];
  /** Header links: Log in, or Home. */
  actions?: ReactNode;
  banner?: ReactNode;
  footer?: ReactNode;
  /** The sanitised text; null shows "Not published yet". */
  children: ReactNode | null;
}

/** A long public text: title, date, contents list, 68 characters a line, and a print style. */
export function DocumentLayout({
  siteName,
  logoSrc,
  title,
  updated,
  contents = [],
  actions,
  banner,
  footer,
  children,
}: DocumentLayoutProps) {
  const t = useTranslations("ui.shell");
  return (
    <div data-shell="document" className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-line border-b">
        <div className="mx-auto flex h-14 max-w-[1152px] items-center justify-between gap-4 px-4 lg:h-16">
          <Link href="/" className="flex min-h-target min-w-0 items-center rounded-chip">
            <Logo src={logoSrc} siteName={siteName} withName />
          </Link>
          {actions}
        </div>
      </header>
      <Notices>{banner}</Notices>
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="mx-auto w-full max-w-[1152px] flex-1 px-4 py-6 lg:py-8"
      >
        <p data-print="only" className="hidden text-caption">
          {siteName}
        </p>
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <PageTitle className="text-page [overflow-wrap:anywhere]">{title}</PageTitle>
            {updated ? <p className="mt-1 text-text-2">{t("updated", { date: updated })}</p> : null}
          </div>
          {children === null ? null : <PrintButton />}
        </div>
        {children === null ? (
          <p className="mt-6 text-text-2">{t("notPublished")}</p>
        ) : (
          <div className="mt-6 lg:flex lg:gap-12">
            {contents.length > 0 ? <Contents items={contents} /> : null}
            <article className="document-text min-w-0 flex-1">{children}</article>
          </div>
        )}
      </main>
      {footer ? <footer className="border-line border-t px-4 py-4">{footer}</footer> : null}
    </div>
  );
}

function Contents({ items }: { items: NonNullable<DocumentLayoutProps["contents"]> }) {
  const t = useTranslations("ui.shell");
  return (
    <nav
      aria-labelledby="contents-title"
      className="mb-6 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:w-60 lg:shrink-0 lg:self-start lg:overflow-y-auto"
    >
      <p id="contents-title" className="font-semibold">
        {t("contents")}
      </p>
      <ol className="mt-1">
        {items.map((item) => (
          <li key={item.id} className={item.level === 3 ? "pl-4" : undefined}>
            <a
              href={`#${item.id}`}
              className="flex min-h-target items-center text-text-2 hover:text-gold-text"
            >
              {item.text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
