"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { READY_ATTRIBUTE } from "../ui/stored-choices-script";
import { applyTheme } from "../ui/theme";

function scrollBehavior(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
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

  useEffect(() => {
    applyTheme();
    document.documentElement.setAttribute(READY_ATTRIBUTE, "");
    const mark = () => {
      fromHistory.current = true;
    };
    window.addEventListener("popstate", mark);
    return () => window.removeEventListener("popstate", mark);
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    applyTheme();
    const restored = fromHistory.current;
    fromHistory.current = false;
    const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
    if (!restored) {
      if (target) target.scrollIntoView({ behavior: scrollBehavior() });
      else window.scrollTo({ top: 0, behavior: scrollBehavior() });
    }
    // A dialog that opened with the navigation keeps its focus; one that is closing does not.
    const open = ["dialog", "alertdialog"].map((role) => `[role="${role}"]:not([data-closed])`);
    if (!document.querySelector(open.join()))
      document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
