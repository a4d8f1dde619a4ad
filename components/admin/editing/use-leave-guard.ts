"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";

/** Where somebody is about to go: an address, or one step back. */
type Way = { href: string } | "back";

const MARK = "leaveGuard";

function linkOf(event: MouseEvent): URL | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!isPlain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return null;
  if (link.target === "_blank" || link.hasAttribute("download")) return null;
  const url = new URL(link.href);
  const staysHere = url.pathname === location.pathname && url.search === location.search;
  return url.origin === location.origin && !staysHere ? url : null;
}

/**
 * Holds whoever would leave a page with something unsaved on it: links, the Back button, and the
 * browser's own question on closing the tab.
 * @returns where they are held from going, and what they decide
 */
export function useLeaveGuard(isUnsaved: boolean) {
  const router = useRouter();
  const [way, setWay] = useState<Way | null>(null);
  // Back can't be stopped, so a second entry of this page is there for it to be used up.
  const hasEntry = useRef(false);

  useEffect(() => {
    if (!isUnsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const url = linkOf(event);
      if (!url) return;
      event.preventDefault();
      event.stopPropagation();
      setWay({ href: url.pathname + url.search + url.hash });
    };
    const addEntry = () => {
      history.pushState({ ...history.state, [MARK]: true }, "", location.href);
      hasEntry.current = true;
    };
    const onPop = () => {
      if (!hasEntry.current || history.state?.[MARK]) return;
      addEntry();
      setWay("back");
    };
    if (!history.state?.[MARK]) addEntry();
    hasEntry.current = true;
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("popstate", onPop);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("popstate", onPop);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isUnsaved]);

  return {
    isAsking: way !== null,
    stay: () => setWay(null),
    /** Goes where they wanted to; call `discard` first, so that nothing holds them any more. */
    leave: () => {
      setWay(null);
      hasEntry.current = false;
      if (way === "back") history.go(-2);
      // In place of the second entry, so that Back leads here and not here twice.
      else if (way) router.replace(way.href);
    },
  };
}
