"use client";

import { usePathname } from "next/navigation";
import { useLayoutEffect, useRef } from "react";
import { saveRedirect } from "@/lib/accounts/client";
import { bindPage, hasServedAnother, isPageCurrent, storedUserId } from "@/lib/platform/client/api";
import { leaveFor } from "@/lib/platform/client/leave";

const WINDOW_EVENTS = ["storage", "pageshow"];

/**
 * Keeps a page with the user that the server made it for: once somebody else is logged in in this browser, or
 * nobody, it sends nothing more and is left.
 */
export function SessionGuard({ userId, signInHref }: { userId: string; signInHref: string }) {
  const pathname = usePathname();
  const checkedOn = useRef(pathname);
  // Before any other effect: those are what sends the page's first requests.
  useLayoutEffect(() => {
    let isNew = true;
    const unbind = bindPage(userId, () => {
      const here = window.location.pathname + window.location.search;
      // A page that has just come would come the same again: logging in brings cookie and token together.
      // (Its cookie and the stored token disagree.)
      if (storedUserId() && !isNew) leaveFor(here);
      else if (leaveFor(signInHref)) saveRedirect(here);
    });
    if (isPageCurrent() && hasServedAnother(userId)) {
      leaveFor(window.location.pathname + window.location.search);
    }
    isNew = false;
    for (const name of WINDOW_EVENTS) window.addEventListener(name, isPageCurrent);
    document.addEventListener("visibilitychange", isPageCurrent);
    return () => {
      unbind();
      for (const name of WINDOW_EVENTS) window.removeEventListener(name, isPageCurrent);
      document.removeEventListener("visibilitychange", isPageCurrent);
    };
  }, [userId, signInHref]);
  // A page that the router had in its memory may send nothing that would find out.
  useLayoutEffect(() => {
    // The first one was looked at when it was bound.
    if (checkedOn.current === pathname) return;
    checkedOn.current = pathname;
    isPageCurrent();
  }, [pathname]);
  return null;
}
