"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/display/banner";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the device says it has a network. True while the server renders. */
const useDeviceOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** Whether the site is out of reach. A device without a network still reaches a site on itself. */
function useOffline(): boolean {
  const online = useDeviceOnline();
  const [reached, setReached] = useState<boolean | null>(null);
  useEffect(() => {
    if (online) return;
    let isCurrent = true;
    const say = (answer: boolean | null) => isCurrent && setReached(answer);
    fetch("/api/health", { cache: "no-store" }).then(
      () => say(true),
      () => say(false),
    );
    return () => {
      isCurrent = false;
      setReached(null);
    };
  }, [online]);
  return !online && reached === false;
}

/** Whether a click leads to another page of this site in this tab. */
function leadsOn(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.hasAttribute("download") || (link.target && link.target !== "_self")) return false;
  const { origin, pathname, search } = window.location;
  return link.origin === origin && (link.pathname !== pathname || link.search !== search);
}

/**
 * Says that the site can't be reached without a network, for as long as there is none. Meanwhile links stay on this page and show the
 * banner: the browser's own error page would take their place, and what was typed here with it.
 */
export function OfflineBanner({ text }: { text: string }) {
  const offline = useOffline();
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!offline) return;
    const stay = (event: MouseEvent) => {
      if (!leadsOn(event)) return;
      event.preventDefault();
      banner.current?.scrollIntoView({ block: "center" });
    };
    // Before the link's own handler, which then leaves the click alone.
    document.addEventListener("click", stay, true);
    return () => document.removeEventListener("click", stay, true);
  }, [offline]);
  return (
    <div ref={banner} role="status">
      {offline ? (
        <Banner tone="offline" full>
          {text}
        </Banner>
      ) : null}
    </div>
  );
}
