"use client";

import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { receiveToasts, TOAST_MS } from "./toast";

/** The place where toasts appear, one at a time. Loaded by `Toaster`. */
export function ToasterView({ label }: { label: string }) {
  // Children's effects run first, so Sonner listens by now.
  useEffect(
    () =>
      receiveToasts(({ tone, text, durationMs }) => {
        toast.dismiss();
        toast[tone](text, { duration: durationMs });
      }),
    [],
  );
  return (
    <Sonner
      position="top-center"
      visibleToasts={1}
      duration={TOAST_MS}
      offset={16}
      mobileOffset={16}
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
            "flex w-full items-center gap-3 rounded-control border font-sans border-line bg-surface p-4 text-body text-text shadow-popup sm:w-[356px]",
          title: "font-medium",
          icon: "shrink-0",
          content: "min-w-0",
        },
      }}
    />
  );
}
