"use client";

import { Switch as BaseSwitch } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

export interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  /** The label is read, not seen: table cells with a column header. */
  hideLabel?: boolean;
}

/** An on/off setting that takes effect at once. The state is in the position, not only in the colour. */
export function Switch({ label, checked, onCheckedChange, disabled, hideLabel }: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex min-h-target items-center gap-3">
      <BaseSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        className="relative flex h-6 w-11 shrink-0 items-center rounded-full border border-control bg-surface-2 px-0.5 after:absolute after:-inset-x-1 after:-inset-y-2.5 data-checked:border-gold-line data-checked:bg-gold"
      >
        <BaseSwitch.Thumb className="size-4.5 rounded-full bg-control transition-transform duration-120 data-checked:translate-x-5 data-checked:bg-on-gold" />
      </BaseSwitch.Root>
      <label htmlFor={id} className={hideLabel ? "sr-only" : undefined}>
        {label}
      </label>
    </span>
  );
}
