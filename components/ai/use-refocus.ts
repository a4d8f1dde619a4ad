import { useEffect, useRef } from "react";

/**
 * Gives the focus to a title, or to the page's where that is not there, once what had it is gone. It does so once
 * for an action, and again only where that title goes as well and still has the focus then.
 * @param action names what the user did; null before that
 * @param isGone whether the lists show it
 */
export function useRefocus(action: string | null, isGone: boolean, titleId: string): void {
  const given = useRef<{ action: string; title: HTMLElement | null } | null>(null);
  useEffect(() => {
    const leave = () =>
      // Later: a title that is taken away may lose the focus while it is still there.
      queueMicrotask(() => {
        const title = given.current?.title;
        if (given.current && title?.isConnected && document.activeElement !== title) {
          given.current.title = null;
        }
      });
    document.addEventListener("focusout", leave);
    return () => document.removeEventListener("focusout", leave);
  }, []);
  useEffect(() => {
    if (action === null || !isGone) return;
    const isLost = given.current?.title?.isConnected === false;
    if (given.current?.action === action && !isLost) return;
    // The closing review gives the focus back first.
    const timer = setTimeout(() => {
      const isFree = document.activeElement === document.body;
      const title = isFree
        ? (document.getElementById(titleId) ?? document.querySelector<HTMLElement>("h1"))
        : null;
      title?.focus();
      given.current = { action, title };
    });
    return () => clearTimeout(timer);
  }, [action, isGone, titleId]);
}
