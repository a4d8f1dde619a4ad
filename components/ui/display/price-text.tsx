"use client";

import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { formatPrice } from "@/lib/platform/ui/format";

const LEAST_INTERVAL_MS = 1000;
const UNDERLINE_MS = 400;

export interface PriceTextProps {
  /** Decimal string; null while not known. */
  value: string | null | undefined;
  decimals?: number;
  /** No underline: the last 10 s of an option, P&L. */
  still?: boolean;
  className?: string;
}

/** Gives the newest value at most once a second, so that digits can be read. */
export function useThrottledValue<T>(value: T, intervalMs = LEAST_INTERVAL_MS): T {
  const [shown, setShown] = useState(value);
  const lastAt = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, lastAt.current + intervalMs - Date.now());
    const timer = setTimeout(() => {
      lastAt.current = Date.now();
      setShown(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, intervalMs]);
  return shown;
}

/** A live price: changes at most once a second, a short neutral underline marks a change. Not a live region. */
export function PriceText({ value, decimals = 2, still = false, className }: PriceTextProps) {
  const shown = useThrottledValue(value);
  const text = formatPrice(shown, { decimals });
  const previous = useRef(text);
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    if (previous.current === text) return;
    previous.current = text;
    setChanged(true);
    const timer = setTimeout(() => setChanged(false), UNDERLINE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className={clsx("whitespace-nowrap", changed && !still && "price-changed", className)}>
      {text}
    </span>
  );
}
