"use client";

import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect, useRef } from "react";
import { READY_ATTRIBUTE } from "../ui/stored-choices-script";
import { applyTheme } from "../ui/theme";

function scrollBehavior(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}

/** The element that the address points into; none for a fragment that is badly written. */
function hashTarget(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  } catch {
    return null;
  }
}

/**
 * Says that the page is ready, and after a navigation scrolls to the top or to the hash, moves the
 * focus to the `h1` and shows the theme of that part of the site.
 * Back and forward keep the scroll position that the browser restores. Once, in the root layout.
 */
export function NavigationEffects() {
  const pathname = usePathname();
  const shown = useRef(pathname);
  const fromHistory = useRef(false);
  /** Where the reader was before the router jumped; the event of the jump itself comes later. */
  const readTop = useRef(0);

  useEffect(() => {
    applyTheme();
    document.documentElement.setAttribute(READY_ATTRIBUTE, "");
    const mark = () => {
      // A jump to a heading of the same page is none between pages.
      fromHistory.current = window.location.pathname !== shown.current;
    };
    const note = () => {
      readTop.current = window.scrollY;
    };
    window.addEventListener("popstate", mark);
    window.addEventListener("scroll", note, { passive: true });
    return () => {
      window.removeEventListener("popstate", mark);
      window.removeEventListener("scroll", note);
    };
  }, []);

  // Before anything is painted: the router has jumped already, and nobody must see that.
  useLayoutEffect(() => {
    if (shown.current === pathname || fromHistory.current) return;
    const behavior = scrollBehavior();
    if (behavior === "smooth") window.scrollTo({ top: readTop.current, behavior: "instant" });
    const target = hashTarget();
    if (target) target.scrollIntoView({ behavior });
    else window.scrollTo({ top: 0, behavior });
  }, [pathname]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    fromHistory.current = false;
    applyTheme();
    // A dialog that opened with the navigation keeps its focus; one that is closing does not.
    const open = ["dialog", "alertdialog"].map((role) => `[role="${role}"]:not([data-closed])`);
    if (!document.querySelector(open.join()))
      document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
