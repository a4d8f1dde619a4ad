"use client";

import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldMessage } from "./field";
import { NativeInput } from "./native-input";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  /** May hold links. */
  label: ReactNode;
  error?: ReactNode;
}

/** A native checkbox with its label and error. */
export function Checkbox({ label, error, className, id, ...rest }: CheckboxProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const errorId = `${controlId}-error`;
  return (
    <div className={className}>
      <div className="flex min-h-target items-start gap-3 py-2.5">
        <NativeInput
          {...rest}
          id={controlId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className={clsx(
            "relative mt-px size-5 shrink-0 accent-gold before:absolute before:-inset-3",
            error && "outline-2 outline-down",
          )}
        />
        <label htmlFor={controlId} className="min-w-0 text-body [overflow-wrap:anywhere]">
          {label}
        </label>
      </div>
      <FieldMessage id={errorId}>{error}</FieldMessage>
    </div>
  );
}
