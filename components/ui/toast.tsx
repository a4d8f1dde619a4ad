"use client";

import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Toaster as Sonner, toast } from "sonner";

const DURATION_MS = 3000;

type Tone = "success" | "error" | "info";

function show(tone: Tone, text: string): void {
  toast.dismiss();
  toast[tone](text);
}

/** Shows a toast for 3 s. A new one replaces the old. Anything that must not be missed also stays on the page. */
export const notify = {
  success: (text: string) => show("success", text),
  error: (text: string) => show("error", text),
  info: (text: string) => show("info", text),
};

/** The place where toasts appear: once, in the root layout, so that its live region exists from load. */
export function Toaster() {
  const t = useTranslations("ui");
  return (
    <Sonner
      position="top-center"
      visibleToasts={1}
      duration={DURATION_MS}
      offset={16}
      mobileOffset={16}
      containerAriaLabel={t("notifications")}
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
