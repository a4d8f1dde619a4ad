"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { formatDuration } from "@/lib/platform/ui/format";

export interface CountdownProps {
  /** End, epoch milliseconds of the server's clock. */
  endsAtMs: number;
  /** Server clock minus device clock, in milliseconds. */
  clockOffsetMs: number;
  /** Length of the whole period in milliseconds; draws the bar. */
  totalMs?: number;
  /** Called once when zero is reached. */
  onEnd?: () => void;
  /** Name of the timer. Defaults to "Time left". */
  label?: string;
  className?: string;
}

/** Whole seconds left until a server time, read from a device clock with its offset. Never negative. */
export function secondsLeft(endsAtMs: number, clockOffsetMs: number, deviceNowMs: number): number {
  return Math.max(0, Math.ceil((endsAtMs - (deviceNowMs + clockOffsetMs)) / 1000));
}

const ANNOUNCED_AT_SECONDS = 10;

/**
 * Time left as mm:ss. Recomputed from the clock at each tick and when the tab becomes visible again,
 * so a sleeping tab is right at once. One polite message at 10 s; the ticks are not announced.
 */
export function Countdown({
  endsAtMs,
  clockOffsetMs,
  totalMs,
  onEnd,
  label,
  className,
}: CountdownProps) {
  const t = useTranslations("ui");
  const [left, setLeft] = useState<number | null>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let finished = false;
    const tick = () => {
      clearTimeout(timer);
      const now = Date.now();
      const seconds = secondsLeft(endsAtMs, clockOffsetMs, now);
      setLeft(seconds);
      if (seconds > 0) {
        const remainingMs = endsAtMs - (now + clockOffsetMs);
        timer = setTimeout(tick, (remainingMs % 1000) + 1);
      } else if (!finished) {
        finished = true;
        end.current?.();
      }
    };
    tick();
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [endsAtMs, clockOffsetMs]);

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
      {totalMs === undefined ? null : (
        <TimeBar remaining={left === null ? 1 : Math.min(1, (left * 1000) / totalMs)} />
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
