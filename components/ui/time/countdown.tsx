"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { formatDuration } from "@/lib/platform/ui/format";
import { scheduleWithVisibility } from "./wake-ups";

/** Whole seconds left until a server time, read from a device clock with its offset. Never negative. */
export function secondsLeft(endsAtMs: number, clockOffsetMs: number, deviceNowMs: number): number {
  return Math.max(0, Math.ceil((endsAtMs - (deviceNowMs + clockOffsetMs)) / 1000));
}

/**
 * Whole seconds left; null without an end, and while the server's clock is not known. Recomputed from the
 * clock at each tick and when the tab becomes visible again, so a sleeping tab is right at once.
 * @param endsAtMs epoch milliseconds of the server's clock
 * @param clockOffsetMs server clock minus device clock, in milliseconds
 */
export function useSecondsLeft(
  endsAtMs: number | null,
  clockOffsetMs: number | null,
): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (endsAtMs === null || clockOffsetMs === null) return;
    return scheduleWithVisibility(() => {
      const now = Date.now();
      const seconds = secondsLeft(endsAtMs, clockOffsetMs, now);
      setLeft(seconds);
      const remainingMs = endsAtMs - (now + clockOffsetMs);
      return seconds > 0 ? (remainingMs % 1000) + 1 : null;
    });
  }, [endsAtMs, clockOffsetMs]);
  return endsAtMs === null || clockOffsetMs === null ? null : left;
}

export interface CountdownProps {
  /** As `useSecondsLeft` counts them; null while they are not known. */
  secondsLeft: number | null;
  /** Length of the whole period in seconds; draws the bar. */
  totalSeconds?: number;
  /** Name of the timer. Defaults to "Time left". */
  label?: string;
  className?: string;
}

const ANNOUNCED_AT_SECONDS = 10;

/** Time left as mm:ss. One polite message at 10 s; the ticks are not announced. */
export function Countdown({ secondsLeft: left, totalSeconds, label, className }: CountdownProps) {
  const t = useTranslations("ui");
  const nearEnd = left !== null && left <= ANNOUNCED_AT_SECONDS && left > 0;
  return (
    <>
      <span
        role="timer"
        aria-live="off"
        aria-label={label ?? t("timeLeft")}
        className={clsx("font-semibold text-page", className)}
      >
        {left === null ? "--:--" : formatDuration(left)}
      </span>
      {totalSeconds === undefined ? null : (
        <TimeBar remaining={left === null ? 1 : Math.min(1, left / totalSeconds)} />
      )}
      <span role="status" className="sr-only">
        {nearEnd ? t("tenSecondsLeft") : ""}
      </span>
    </>
  );
}

/** Part of a period that is left, 0 to 1. Decoration beside a timer that says it in digits. */
function TimeBar({ remaining }: { remaining: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="block h-1.5 w-full basis-full rounded-full bg-surface-2"
    >
      <rect width={remaining * 100} height="1" className="fill-gold-line" />
    </svg>
  );
}
