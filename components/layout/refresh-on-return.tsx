"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";

const placeOf = (pathname: string, search: URLSearchParams) => `${pathname}?${search}`;

/**
 * Runs something once the site answers: a page that can't be fetched ends in the browser's own error page. What the
 * device says of its network is not enough: it says nothing of a weak one, or of a server that starts anew.
 * @returns a function that calls it off
 */
function whenReachable(run: () => void): () => void {
  const done = new AbortController();
  const ask = () => {
    fetch("/api/health", { cache: "no-store", signal: done.signal }).then(
      ({ ok }) => {
        if (!ok || done.signal.aborted) return;
        done.abort();
        run();
      },
      () => undefined,
    );
  };
  window.addEventListener("online", ask, { signal: done.signal });
  ask();
  return () => done.abort();
}

/**
 * Has the server make a page anew that Back or Forward brought back: the router shows it from memory, however old it
 * is, and what has happened since reached other pages only. Scroll position and what was typed stay. Once, in the root
 * layout: a way back into a part of the site begins in another part. Renders nothing.
 */
export function RefreshOnReturn({
  except,
}: {
  /** Start of the paths that are left alone. */
  except: string;
}) {
  const router = useRouter();
  const place = placeOf(usePathname(), useSearchParams());
  const shown = useRef(place);
  const isReturn = useRef(false);
  const callOff = useRef<() => void>(undefined);

  const refresh = useCallback(() => {
    callOff.current?.();
    const { pathname, search, hash } = window.location;
    if (pathname.startsWith(except)) return;
    callOff.current = whenReachable(() => {
      // Going to where one is fetches the page and nothing else. A refresh would also empty the router's memory: the
      // next Back had to wait for the server then, and the browser would scroll before the page is there.
      router.replace(pathname + search + hash, { scroll: false });
    });
  }, [router, except]);

  useEffect(() => {
    const onPop = () => {
      const { pathname, search } = window.location;
      // A jump to a heading of the same page is none between pages.
      isReturn.current = placeOf(pathname, new URLSearchParams(search)) !== shown.current;
      if (isReturn.current) callOff.current?.();
    };
    const onShow = (event: PageTransitionEvent) => {
      // Later: the router hears of it too, and puts the page back as it was.
      if (event.persisted) setTimeout(refresh);
    };
    // The router would give up the way to the link for the page that is made anew.
    const onClick = (event: MouseEvent) => {
      const { target, defaultPrevented } = event;
      if (defaultPrevented && target instanceof Element && target.closest("a[href]")) {
        callOff.current?.();
      }
    };
    window.addEventListener("popstate", onPop);
    window.addEventListener("pageshow", onShow);
    window.addEventListener("click", onClick);
    return () => {
      window.removeEventListener("popstate", onPop);
      window.removeEventListener("pageshow", onShow);
      window.removeEventListener("click", onClick);
      callOff.current?.();
    };
  }, [refresh]);

  // Not before the page from memory is there, which would wait for the answer.
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    // What was for the page before is none of this one's.
    callOff.current?.();
    if (!isReturn.current) return;
    isReturn.current = false;
    refresh();
  }, [place, refresh]);

  return null;
}
