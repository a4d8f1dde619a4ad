"use client";

import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Link } from "@/components/ui/link";
import { NativeInput } from "../forms/native-input";

const itemClass = (selected: boolean, look: "outlined" | "plain" = "outlined") =>
  clsx(
    "flex min-h-target flex-1 items-center justify-center rounded-field text-center text-body transition-opacity duration-120",
    // A long word makes its choice wider than the others, or a second row where there is no room.
    look === "outlined"
      ? "min-w-min border px-1 max-[22.49rem]:text-caption min-[22.5rem]:px-2"
      : "min-w-0",
    selected
      ? "border-gold-line bg-gold-soft font-semibold text-gold-text"
      : "border-control text-text hover:bg-surface-2",
  );

export interface SegmentedLinksProps {
  /** Name of the group, e.g. "Kind of trade". */
  label: string;
  items: { href: string; label: ReactNode }[];
  /** The `href` of the current page. */
  current: string;
}

/** A row of links that switch between sibling pages. */
export function SegmentedLinks({ label, items, current }: SegmentedLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          aria-current={item.href === current ? "page" : undefined}
          className={itemClass(item.href === current)}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}

export interface SegmentedProps<T extends string> {
  /** Name of the group. */
  label: string;
  options: { value: T; label: ReactNode; disabled?: boolean }[];
  value: T | null;
  onValueChange: (value: T) => void;
  /** `plain` has no borders: many short options. */
  look?: "outlined" | "plain";
  /** Layout of the group, by default one row: `grid grid-cols-3 gap-2` for several. */
  className?: string;
}

/** A single choice shown as buttons. They are native radio buttons: arrow keys, one tab stop. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onValueChange,
  look = "outlined",
  className = "flex flex-wrap gap-2",
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset aria-label={label} className={clsx("min-w-0", className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            itemClass(option.value === value, look),
            "relative has-disabled:opacity-60 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus has-[:focus-visible]:outline-offset-2",
          )}
        >
          <NativeInput
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            className="absolute -inset-px cursor-pointer opacity-0"
            onChange={() => onValueChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
