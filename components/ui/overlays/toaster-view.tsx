"use client";

import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { type CSSProperties, useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { receiveToasts, TOAST_MS } from "./toast";

/** How long a toast fades once its time is over; then it is removed. The animation in globals.css takes as long. */
const FADE_MS = 300;
/** Sonner itself removes a toast this long after the duration it was given. */
const SONNER_EXIT_MS = 200;

/** What makes Sonner show a toast for so long, and remove it once it has faded. */
const timingOf = (shownMs: number) => ({
  duration: shownMs + FADE_MS - SONNER_EXIT_MS,
  style: { "--toast-shown": `${shownMs}ms` } as CSSProperties,
});

const MARGIN_PX = 16;
const TOP = `var(--toast-top, ${MARGIN_PX}px)`;

/** Where a toast begins: under the bar at the page's top, whose Back and bell are in use while it shows. */
function topOfToasts(): number {
  const bar = document.querySelector("header")?.getBoundingClientRect();
  // The staff's bar on a wide screen stands at the side.
  const isOnTop = bar !== undefined && bar.bottom > 0 && bar.height < window.innerHeight / 2;
  return isOnTop ? bar.bottom + MARGIN_PX / 2 : MARGIN_PX;
}

/** The place where toasts appear, one at a time. Loaded by `Toaster`. */
export function ToasterView({ label }: { label: string }) {
  // Children's effects run first, so Sonner listens by now.
  useEffect(
    () =>
      receiveToasts(({ tone, text, durationMs = TOAST_MS }) => {
        document.documentElement.style.setProperty("--toast-top", `${topOfToasts()}px`);
        toast.dismiss();
        toast[tone](text, timingOf(durationMs));
      }),
    [],
  );
  return (
    <Sonner
      position="top-center"
      visibleToasts={1}
      offset={{ top: TOP }}
      mobileOffset={{ top: TOP, left: MARGIN_PX, right: MARGIN_PX }}
      containerAriaLabel={label}
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-5 text-up" />,
        error: <TriangleAlert aria-hidden="true" className="size-5 text-down" />,
        info: <Info aria-hidden="true" className="size-5 text-info" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "toast flex w-full items-center gap-3 rounded-control border font-sans border-line bg-surface p-4 text-body text-text shadow-popup sm:w-[356px]",
          title: "font-medium",
          icon: "shrink-0",
          content: "min-w-0",
        },
      }}
    />
  );
}
