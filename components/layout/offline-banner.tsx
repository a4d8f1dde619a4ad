"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { Banner } from "../ui/banner";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the device says it has a network. True while the server renders. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
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
 * Says that the device is offline, for as long as it is. Meanwhile links stay on this page and show the
 * banner: the browser's own error page would take their place, and what was typed here with it.
 */
export function OfflineBanner({ text }: { text: string }) {
  const online = useOnline();
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (online) return;
    const stay = (event: MouseEvent) => {
      if (!leadsOn(event)) return;
      event.preventDefault();
      banner.current?.scrollIntoView({ block: "center" });
    };
    // Before the link's own handler, which then leaves the click alone.
    document.addEventListener("click", stay, true);
    return () => document.removeEventListener("click", stay, true);
  }, [online]);
  return (
    <div ref={banner} role="status">
      {online ? null : (
        <Banner tone="offline" full>
          {text}
        </Banner>
      )}
    </div>
  );
}
