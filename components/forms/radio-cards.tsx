"use client";

import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldMessage } from "./field";
import { NativeInput } from "./native-input";

export interface RadioCardOption {
  value: string;
  title: ReactNode;
  description?: ReactNode;
  /** At the end of the first line: a pill, an amount. */
  aside?: ReactNode;
  icon?: ReactNode;
  /** Shown but not selectable; say why in `description`. */
  disabled?: boolean;
}

export interface RadioCardsProps
  extends Omit<ComponentProps<"input">, "type" | "value" | "defaultValue" | "checked" | "id"> {
  name: string;
  legend: ReactNode;
  hideLegend?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  options: RadioCardOption[];
  /** Controlled value; leave out with react-hook-form's `register`. */
  value?: string | null;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  /** Beside each other, in equal columns. */
  columns?: boolean;
}

/** One choice among cards, as native radio buttons. */
export function RadioCards({
  legend,
  hideLegend = false,
  hint,
  error,
  options,
  value,
  defaultValue,
  onValueChange,
  onChange,
  columns = false,
  className,
  ...rest
}: RadioCardsProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : "", hint ? hintId : ""].filter(Boolean).join(" ");
  return (
    <fieldset
      className={clsx("min-w-0", className)}
      aria-describedby={describedBy || undefined}
      data-invalid={error ? "" : undefined}
    >
      <legend className={hideLegend ? "sr-only" : "mb-1 text-text-2"}>{legend}</legend>
      {hint ? (
        <p id={hintId} className="mb-2 text-caption text-text-2">
          {hint}
        </p>
      ) : null}
      <div className={columns ? "grid auto-cols-fr grid-flow-col gap-2" : "space-y-2"}>
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              "flex min-h-control items-start gap-3 rounded-field border border-control bg-surface px-3 py-3 has-checked:border-gold-line has-checked:bg-gold-soft has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus has-[:focus-visible]:outline-offset-2",
              option.disabled && "cursor-default border-line bg-surface-2",
            )}
          >
            <NativeInput
              {...rest}
              type="radio"
              value={option.value}
              disabled={option.disabled}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={
                defaultValue === undefined ? undefined : defaultValue === option.value
              }
              className="mt-0.5 size-4.5 shrink-0 accent-gold outline-none"
              onChange={(event) => {
                onChange?.(event);
                onValueChange?.(option.value);
              }}
            />
            {option.icon}
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">{option.title}</span>
                {option.aside}
              </span>
              {option.description ? (
                <span className="block text-caption text-text-2">{option.description}</span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id={errorId}>{error}</FieldMessage>
    </fieldset>
  );
}
