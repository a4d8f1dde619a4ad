"use client";

import { type RefObject, useEffect } from "react";
import { focusFirstError } from "@/components/forms/focus-first-error";

/** Moves the focus to the first wrong field once it is marked: whenever `mark` becomes another one that is not empty. */
export function useErrorFocus(
  box: RefObject<HTMLElement | null>,
  mark: string | number | undefined,
): void {
  useEffect(() => {
    if (mark) focusFirstError(box.current);
  }, [box, mark]);
}
