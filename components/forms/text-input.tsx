"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useControlProps } from "./field";
import { joinRefs } from "./join-refs";
import { NativeInput } from "./native-input";
import { useEarlyInput } from "./use-early-input";

/** Looks of every text-like control. 17 px text, so that phones do not zoom in. */
export const controlClass =
  "block min-h-control w-full min-w-0 rounded-field border border-control bg-surface px-3 text-field text-text aria-invalid:border-down disabled:bg-surface-2 disabled:text-text-2";

export interface TextInputProps extends ComponentProps<"input"> {
  /** Inside, before the text: an icon or a dial code. */
  start?: ReactNode;
  /** Inside, after the text: a unit. */
  end?: ReactNode;
}

/** A one-line text control. Takes `ref`, `name`, `onChange`, `onBlur` as react-hook-form gives them. */
export function TextInput({ start, end, className, id, type = "text", ...rest }: TextInputProps) {
  const control = useControlProps(id, rest["aria-describedby"]);
  if (!start && !end) {
    return (
      <NativeInput {...rest} {...control} type={type} className={clsx(controlClass, className)} />
    );
  }
  return (
    <span
      className={clsx(
        controlClass,
        "flex items-center gap-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2 has-[input[aria-invalid]]:border-down",
        className,
      )}
    >
      {start ? <span className="shrink-0 text-text-2">{start}</span> : null}
      <NativeInput
        {...rest}
        {...control}
        type={type}
        className="w-0 min-w-0 flex-1 self-stretch bg-transparent outline-none"
      />
      {end ? <span className="shrink-0 text-text-2">{end}</span> : null}
    </span>
  );
}

/** Several lines of text. */
export function TextArea({ className, id, ref, rows = 4, ...rest }: ComponentProps<"textarea">) {
  const earlyInput = useEarlyInput<HTMLTextAreaElement>(rest.onChange);
  const control = useControlProps(id, rest["aria-describedby"]);
  return (
    <textarea
      {...rest}
      {...control}
      ref={joinRefs(earlyInput, ref)}
      rows={rows}
      className={clsx(controlClass, "resize-y py-2", className)}
    />
  );
}

/** A native select; its own arrow touches the edge in some browsers, so it gets one. Pass `option` elements; the first empty one is the placeholder. */
export function Select({ className, id, ref, children, ...rest }: ComponentProps<"select">) {
  const earlyInput = useEarlyInput<HTMLSelectElement>(rest.onChange);
  const control = useControlProps(id, rest["aria-describedby"]);
  return (
    <span className="relative block w-full min-w-0">
      <select
        {...rest}
        {...control}
        ref={joinRefs(earlyInput, ref)}
        className={clsx(controlClass, "appearance-none truncate pr-10", className)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-5 text-text-2"
      />
    </span>
  );
}
