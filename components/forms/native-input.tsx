"use client";

import type { ComponentProps } from "react";
import { joinRefs } from "./join-refs";
import { useEarlyInput } from "./use-early-input";

/** An `input` that keeps what was typed or chosen in it before the page's scripts were there. */
export function NativeInput({ ref, ...props }: ComponentProps<"input">) {
  const earlyInput = useEarlyInput<HTMLInputElement>(props.onChange);
  return <input {...props} ref={joinRefs(earlyInput, ref)} />;
}
