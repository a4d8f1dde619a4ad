"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { Segmented } from "../ui/segmented";

export interface IntervalBarProps<T extends string> {
  /** e.g. `{ value: "5", label: "5m" }`. */
  intervals: { value: T; label: string }[];
  value: T;
  onValueChange: (value: T) => void;
  /** Reach to the edges of a card with normal padding, so that eight fit in one row on most phones. */
  bleed?: boolean;
}

/** So many fit in one row of a phone. */
const ON_A_PHONE = 8;

/**
 * The intervals of a chart, at the left as wide as they are. On a phone one row where they fit at full size, else two;
 * the first of more than eight is left out there.
 */
export function IntervalBar<T extends string>({
  intervals,
  value,
  onValueChange,
  bleed = false,
}: IntervalBarProps<T>) {
  const t = useTranslations("ui.chart");
  return (
    <div className={bleed ? "@container -mx-4 sm:mx-0" : "@container"}>
      <Segmented
        label={t("interval")}
        options={intervals}
        value={value}
        onValueChange={onValueChange}
        look="plain"
        className={clsx(
          "grid grid-cols-4 @[352px]:grid-cols-8 @[480px]:flex @[480px]:*:flex-none @[480px]:*:px-3",
          intervals.length > ON_A_PHONE && "@max-[480px]:*:first:hidden",
        )}
      />
    </div>
  );
}
