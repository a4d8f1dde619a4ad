"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { READY_ATTRIBUTE } from "@/components/ui/choices/stored-choices-script";
import { applyTheme } from "@/components/ui/choices/theme";
import { isOtherPage } from "@/lib/platform/ui/list-url";

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

interface Place {
  pathname: string;
  search: string;
}

/**
 * Whether the focus is on a way to another page of the list, or was on one that is gone. Elsewhere it has work to do:
 * what is typed into a filter leads to the first page as well.
 */
function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return (
    activeElement === null ||
    activeElement === body ||
    activeElement.matches('[rel="prev"], [rel="next"]')
  );
}

/** Another page, or another page of the same list: what filters and what opens over a page is none. */
const isArrival = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || (isOtherPage(from.search, to.search) && isFocusFree());

/**
 * Says that the page is ready, and after a navigation scrolls to the top or to the hash, moves the
 * focus to the `h1` and shows the theme of that part of the site. So it does where a list turns its page.
 * Back and forward keep the scroll position that the browser restores. Once, in the root layout.
 */
export function NavigationEffects() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const place = useMemo<Place>(() => ({ pathname, search }), [pathname, search]);
  const shown = useRef(place);
  const fromHistory = useRef(false);
  /** Where the reader was before the router jumped; the event of the jump itself comes later. */
  const readTop = useRef(0);

  useEffect(() => {
    applyTheme();
    document.documentElement.setAttribute(READY_ATTRIBUTE, "");
    const mark = () => {
      // A jump to a heading of the same page is none between pages.
      fromHistory.current =
        window.location.pathname !== shown.current.pathname ||
        new URLSearchParams(window.location.search).toString() !== shown.current.search;
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
    if (fromHistory.current || !isArrival(shown.current, place)) return;
    const behavior = scrollBehavior();
    if (behavior === "smooth") window.scrollTo({ top: readTop.current, behavior: "instant" });
    const target = hashTarget();
    if (target) target.scrollIntoView({ behavior });
    else window.scrollTo({ top: 0, behavior });
  }, [place]);

  useEffect(() => {
    const hasArrived = isArrival(shown.current, place);
    shown.current = place;
    fromHistory.current = false;
    if (!hasArrived) return;
    applyTheme();
    // A dialog that opened with the navigation keeps its focus; one that is closing does not.
    const open = ["dialog", "alertdialog"].map((role) => `[role="${role}"]:not([data-closed])`);
    if (!document.querySelector(open.join()))
      document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [place]);

  return null;
}
