import { useEffect } from "react";

/**
 * Gives the focus to a title, or to the page's where that is not there, once what had it is gone.
 * @param isGone whether the lists show what the user did
 */
export function useRefocus(isGone: boolean, titleId: string): void {
  useEffect(() => {
    if (!isGone || document.activeElement !== document.body) return;
    (document.getElementById(titleId) ?? document.querySelector("h1"))?.focus();
  }, [isGone, titleId]);
}
