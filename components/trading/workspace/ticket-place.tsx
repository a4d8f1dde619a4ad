"use client";

import type { ReactNode } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useMedia } from "@/components/ui/use-media";

const TicketSheet = lazyDialog(() => import("./ticket-sheet").then((module) => module.TicketSheet));

/** Where the navigation is at the bottom. */
const NARROW = "(width < 64rem)";

/** Moves the chart of a page to where the sheet leaves it in sight. */
export function showChart(page: HTMLElement | null): void {
  page?.querySelector("figure")?.scrollIntoView?.({ block: "start", behavior: "instant" });
}

export interface TicketPlaceProps {
  /** Nothing can be ordered: what says why stands in the page at every width. */
  isOff: boolean;
  /** Names the sheet. */
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The ways to the ticket, of equal size. */
  buttons: Pick<ButtonProps, "variant" | "icon" | "children" | "onClick">[];
  /** The ticket, in the page or in the sheet. */
  children: (isSheet: boolean) => ReactNode;
}

/**
 * Where a ticket stands: in the page where it has room beside the chart, else in a sheet, which a bar within reach of
 * the thumb opens.
 */
export function TicketPlace({
  isOff,
  title,
  isOpen,
  onOpenChange,
  buttons,
  children,
}: TicketPlaceProps) {
  const isNarrow = useMedia(NARROW);
  if (isOff) return children(false);
  return (
    <>
      {isNarrow ? (
        <TicketSheet open={isOpen} onOpenChange={onOpenChange} title={title}>
          {children(true)}
        </TicketSheet>
      ) : (
        // Which width it is, the server can't know.
        <div className="max-lg:hidden">{children(false)}</div>
      )}
      <div
        data-thumb-bar=""
        className="fixed inset-x-0 m-0! bottom-[var(--tab-bar)] z-20 border-line border-t bg-surface lg:hidden print:hidden"
      >
        <div className="mx-auto grid max-w-[430px] grid-cols-2 gap-3 px-4 py-2">
          {buttons.map((button) => (
            <Button key={String(button.children)} aria-haspopup="dialog" {...button} />
          ))}
        </div>
      </div>
    </>
  );
}
