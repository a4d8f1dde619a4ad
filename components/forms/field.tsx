"use client";

import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { createContext, type ReactNode, use, useId } from "react";
import { words } from "@/lib/platform/client/words";

interface FieldControl {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldControl | null>(null);

export interface ControlProps {
  id: string | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** The id and ARIA attributes a control takes from the `Field` around it. An explicit id wins. */
export function useControlProps(ownId?: string, ownDescribedBy?: string): ControlProps {
  const field = use(FieldContext);
  const describedBy = [ownDescribedBy, field?.describedBy].filter(Boolean).join(" ");
  return {
    id: ownId ?? field?.id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": field?.invalid || undefined,
  };
}

export interface FieldProps {
  label: ReactNode;
  /** Stated before any error: limits, format. */
  hint?: ReactNode;
  /** What is wrong. Marks the control invalid. */
  error?: ReactNode;
  /** At the end of the label line: available balance, a link. */
  aside?: ReactNode;
  /** The label is read, not seen: search boxes. */
  hideLabel?: boolean;
  /** Id of the control; made up when absent. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** Label, hint and error around one control, tied to it for assistive technology. */
export function Field({
  label,
  hint,
  error,
  aside,
  hideLabel = false,
  id,
  className,
  children,
}: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const shownHint = isSaidIn(error, hint) ? undefined : hint;
  const describedBy = [error ? errorId : "", shownHint ? hintId : ""].filter(Boolean).join(" ");
  return (
    <FieldContext
      value={{ id: controlId, describedBy: describedBy || undefined, invalid: Boolean(error) }}
    >
      <div className={clsx("min-w-0", className)}>
        <div className={hideLabel ? "contents" : "mb-1 flex items-baseline justify-between gap-3"}>
          <label htmlFor={controlId} className={hideLabel ? "sr-only" : "text-text-2"}>
            {label}
          </label>
          {aside ? <span className="text-caption text-text-2">{aside}</span> : null}
        </div>
        {children}
        <FieldMessage id={errorId}>{error}</FieldMessage>
        {shownHint ? (
          <p id={hintId} className="mt-1 text-caption text-text-2">
            {shownHint}
          </p>
        ) : null}
      </div>
    </FieldContext>
  );
}

/** Whether an error says what the hint says. */
function isSaidIn(error: ReactNode, hint: ReactNode): boolean {
  if (typeof error !== "string" || typeof hint !== "string") return false;
  return words(error).toLowerCase().includes(hint.toLowerCase());
}

/** The error line of a field; empty when there is none. */
export function FieldMessage({ id, children }: { id: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className="mt-1 flex items-start gap-1.5 text-caption text-down">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0">{typeof children === "string" ? words(children) : children}</span>
    </p>
  );
}
