"use client";

import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useRef } from "react";
import { IconButton } from "../icon-button";
import { scrollByKeyboard } from "../scroll-by-keyboard";

/**
 * Where the surface sits. `popup` is centred and at most 75vh high; `sheet` is a bottom sheet on phones and centred
 * from 768 px on; `top` leaves what is below it in sight; `wide` is `side` with room for two columns from 1280 px on.
 */
export type DialogPlacement = "centre" | "full" | "popup" | "sheet" | "side" | "top" | "wide";

const CENTRE =
  "top-1/2 left-1/2 w-[calc(100%-2rem)] max-w-[430px] -translate-x-1/2 -translate-y-1/2 rounded-card";

const PLACES: Record<DialogPlacement, string> = {
  centre: `${CENTRE} max-h-[85dvh]`,
  popup: `${CENTRE} max-h-[75vh]`,
  sheet:
    "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-sheet pb-[env(safe-area-inset-bottom)] md:top-1/2 md:right-auto md:bottom-auto md:left-1/2 md:w-[430px] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-card md:pb-0",
  top: "top-4 left-1/2 w-[calc(100%-2rem)] max-w-[430px] -translate-x-1/2 rounded-card max-h-[40dvh]",
  side: "inset-y-0 right-0 w-full max-w-[560px] lg:border-l",
  wide: "inset-y-0 right-0 w-full max-w-[560px] lg:border-l xl:w-[calc(100%-14rem)] xl:max-w-none",
  full: "inset-0",
};

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title, read with it. */
  description?: ReactNode;
  placement?: DialogPlacement;
  /** Classes of a place of its own; what is around it stays in sight. */
  surface?: string;
  /** Leaves the focus where it is and the page usable: one tabs into it, and only its buttons and Escape close it. */
  modeless?: boolean;
  /** Element that gets the focus on opening. Default: the title. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Element that gets the focus on closing. Default: the one that had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** While true, neither Escape nor the scrim closes it. */
  locked?: boolean;
  /** Hide the × button where the footer has its own way out. */
  hideClose?: boolean;
  /** Buttons, kept in view under the scrolling content. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** A dialog, modal by default: focus stays inside, Escape and the scrim close it, focus returns. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  placement = "centre",
  surface,
  modeless = false,
  initialFocus,
  finalFocus,
  locked = false,
  hideClose = false,
  footer,
  children,
}: DialogProps) {
  const t = useTranslations("ui");
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <BaseDialog.Root
      open={open}
      modal={!modeless}
      disablePointerDismissal={modeless}
      onOpenChange={(next) => {
        if (next || !locked) onOpenChange(next);
      }}
    >
      <BaseDialog.Portal>
        {modeless ? null : (
          <BaseDialog.Backdrop className={clsx("fixed inset-0 z-40", !surface && "scrim")} />
        )}
        <BaseDialog.Popup
          data-modeless={modeless ? "" : undefined}
          initialFocus={modeless ? false : (initialFocus ?? heading)}
          finalFocus={finalFocus}
          className={clsx(
            "popup fixed z-50 flex flex-col border-line bg-surface text-text shadow-popup outline-none",
            surface ?? PLACES[placement],
          )}
        >
          <div className="flex shrink-0 items-start justify-between gap-4 px-5 pt-5">
            <BaseDialog.Title
              ref={heading}
              tabIndex={-1}
              className="min-w-0 font-semibold text-sheet [overflow-wrap:anywhere]"
            >
              {title}
            </BaseDialog.Title>
            {hideClose ? null : (
              <BaseDialog.Close render={<IconButton label={t("close")} className="-mt-2 -mr-2" />}>
                <X aria-hidden="true" />
              </BaseDialog.Close>
            )}
          </div>
          <div
            ref={scrollByKeyboard}
            className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-5 focus-visible:-outline-offset-2"
          >
            <div>
              {description ? (
                <BaseDialog.Description className="mb-4 whitespace-pre-line text-text-2 [overflow-wrap:anywhere]">
                  {description}
                </BaseDialog.Description>
              ) : null}
              {children}
            </div>
          </div>
          {footer ? <div className="flex shrink-0 gap-3 px-5 pb-5">{footer}</div> : null}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
