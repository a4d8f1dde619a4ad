"use client";

import { type PointerEvent, type ReactNode, useRef } from "react";
import { aboveKeyboard } from "@/components/ui/above-keyboard";
import { Dialog } from "@/components/ui/overlays/dialog";

/** A drag this far down closes the sheet. */
const CLOSES_PX = 80;

export interface TicketSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** The ticket over the lower part of a phone, with the chart in sight above it. */
export function TicketSheet({ open, onOpenChange, title, children }: TicketSheetProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      surface="inset-x-0 bottom-[var(--keyboard,0px)] mx-auto max-h-[min(62dvh,calc(100dvh-var(--keyboard,0px)))] max-w-[560px] rounded-t-sheet border-t pb-[env(safe-area-inset-bottom)]"
      title={title}
    >
      <div className="[&_[data-submit]]:sticky [&_[data-submit]]:-bottom-5 [&_[data-submit]]:bg-surface [&_[data-submit]]:py-3 [&_[data-ticket]>:first-child]:sr-only [&_[data-ticket]]:border-0 [&_[data-ticket]]:p-0">
        <Grip onClose={() => onOpenChange(false)} />
        {children}
      </div>
    </Dialog>
  );
}

const sheetAboveKeyboard = (grip: HTMLElement | null) =>
  aboveKeyboard(grip?.closest<HTMLElement>("[role='dialog']") ?? null);

/** What a finger pulls down to close the sheet; the button and Escape do the same. */
function Grip({ onClose }: { onClose: () => void }) {
  const from = useRef<number | null>(null);
  const pull = (event: PointerEvent, end: "none" | "close" | "back") => {
    const sheet = event.currentTarget.closest<HTMLElement>("[role='dialog']");
    if (from.current === null || !sheet) return;
    const way = Math.max(0, event.clientY - from.current);
    const isClosing = end === "close" && way > CLOSES_PX;
    if (end !== "none") from.current = null;
    const isHeld = end === "none" || isClosing;
    sheet.style.transition = isHeld ? "none" : "";
    sheet.style.transform = isHeld ? `translateY(${way}px)` : "";
    if (isClosing) onClose();
  };
  return (
    <div
      ref={sheetAboveKeyboard}
      aria-hidden="true"
      className="absolute inset-x-0 top-0 mx-auto flex h-6 w-24 touch-none items-start justify-center pt-2"
      onPointerDown={(event) => {
        from.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => pull(event, "none")}
      onPointerUp={(event) => pull(event, "close")}
      onPointerCancel={(event) => pull(event, "back")}
    >
      <span className="h-1 w-10 rounded-full bg-control" />
    </div>
  );
}
