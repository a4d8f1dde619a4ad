import { clsx } from "clsx";
import { ChevronLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconLink } from "../ui/icon-button";

/** The one `h1` of a page. It takes the focus after a navigation. */
export function PageTitle({
  hidden = false,
  className,
  children,
}: {
  /** Read, not seen: pages whose picture says what they are, such as Home. */
  hidden?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <h1 tabIndex={-1} className={hidden ? "sr-only" : clsx("font-semibold", className)}>
      {children}
    </h1>
  );
}

export interface PageProps {
  title: ReactNode;
  titleHidden?: boolean;
  /** The parent route. With it, phones show the back button and the title in the header. */
  backHref?: string;
  /**
   * `narrow` is 430 px on phones and 720 on desktop; `wide` is 1120 on desktop; `broad` is `wide`, from 1440 px on
   * 1376 and from 1792 px on 1632, for lists of many columns and for dashboards; `desk` is `wide`, and from 1280 px on the whole window, without its title: a
   * workspace.
   */
  width?: "narrow" | "wide" | "broad" | "desk";
  /** Beside the title on desktop. */
  actions?: ReactNode;
  /** Fills the window and scrolls inside itself: the chat. */
  fill?: boolean;
  className?: string;
  children: ReactNode;
}

/** The content of a user page with its title. Use inside `UserShell`. */
export function Page({
  title,
  titleHidden = false,
  backHref,
  width = "narrow",
  actions,
  fill = false,
  className,
  children,
}: PageProps) {
  const t = useTranslations("ui.shell");
  const isDesk = width === "desk";
  return (
    <div
      data-page-fill={fill ? "" : undefined}
      data-page-desk={isDesk ? "" : undefined}
      data-page-broad={width === "broad" ? "" : undefined}
      className={clsx(
        "mx-auto w-full max-w-[430px] px-4 lg:pt-6 print:max-w-none print:px-0",
        fill ? "flex min-h-0 flex-1 flex-col" : "pb-8",
        width === "narrow" ? "lg:max-w-[752px]" : isDesk ? "" : "lg:max-w-[1152px]",
        width === "broad" && "min-[90rem]:max-w-[1408px] min-[112rem]:max-w-[1664px]",
        isDesk &&
          "md:max-w-[752px] lg:max-w-[1152px] desk:flex desk:min-h-0 desk:max-w-none desk:flex-1 desk:flex-col desk:px-3 desk:py-3",
      )}
    >
      <div
        data-page-back={backHref ? "" : undefined}
        className={clsx(
          "flex items-center gap-1",
          titleHidden && !backHref && "contents",
          backHref
            ? // Phones: laid over the header, which leaves its left side free for it.
              "fixed top-0 left-[max(0px,calc(50%-215px))] z-30 h-14 max-w-[calc(min(100%,430px)-112px)] pl-1 lg:static lg:mb-4 lg:h-auto lg:max-w-none lg:pl-0 print:static print:max-w-none print:pl-0"
            : "mb-3 lg:mb-4",
          isDesk && "desk:sr-only",
          isDesk && backHref && "md:left-[max(0px,calc(50%-376px))]",
        )}
      >
        {backHref ? (
          <IconLink
            href={backHref}
            label={t("back")}
            className={clsx("text-text lg:-ml-3", isDesk && "desk:hidden")}
          >
            <ChevronLeft aria-hidden="true" />
          </IconLink>
        ) : null}
        <PageTitle
          hidden={titleHidden}
          className={
            backHref
              ? "line-clamp-3 min-w-0 hyphens-auto wrap-anywhere text-section leading-tight max-[22.49rem]:text-caption max-[22.49rem]:leading-4 min-[22.5rem]:line-clamp-2 lg:text-page"
              : "text-sheet lg:text-page"
          }
        >
          {title}
        </PageTitle>
        {actions ? <div className="ml-auto flex gap-3">{actions}</div> : null}
      </div>
      <div
        className={clsx(
          fill ? "flex min-h-0 flex-1 flex-col" : "space-y-4",
          isDesk && "desk:flex desk:min-h-0 desk:flex-1 desk:flex-col",
          className,
        )}
      >
        {children}
      </div>
    </div>
  );
}
