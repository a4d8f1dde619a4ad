"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { everySecond } from "@/components/ui/time/every-second";
import { useDateTime } from "@/components/ui/time/use-date-time";

const DELAYED_AFTER_SECONDS = 10;

export interface LiveDotProps {
  /** Time of the last tick, epoch milliseconds of the server's clock; null while none is known. */
  lastTickAtMs: number | null;
  /** Server clock minus device clock, in milliseconds; null, while it is not known, goes by the device's. */
  clockOffsetMs: number | null;
  /** The server called it too old. A device with a wrong clock would take it for new. */
  stale: boolean | undefined;
  className?: string;
}

/** How old a price is: "Live · 2 s ago", or from 10 s on "Delayed · last 14:22:08 UTC". Not a live region. */
export function LiveDot({ lastTickAtMs, clockOffsetMs, stale, className }: LiveDotProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ui");
  const age = useSyncExternalStore(
    everySecond,
    () =>
      lastTickAtMs === null
        ? null
        : Math.max(0, Math.floor((Date.now() + (clockOffsetMs ?? 0) - lastTickAtMs) / 1000)),
    () => null,
  );
  const live = age !== null && age < DELAYED_AFTER_SECONDS && !stale;
  const text =
    age === null
      ? t("priceConnecting")
      : live
        ? t("priceLive", { seconds: age })
        : t("priceDelayed", {
            time: formatDateTime(lastTickAtMs, { style: "timeSeconds", zone: true }),
          });
  return (
    <span
      className={clsx("inline-flex items-center gap-1.5 text-caption text-text-2", className)}
      suppressHydrationWarning
    >
      <span
        aria-hidden="true"
        className={clsx(
          "size-2 shrink-0 rounded-full",
          live ? "bg-up" : "border-2 border-warn bg-transparent",
        )}
      />
      {text}
    </span>
  );
}
