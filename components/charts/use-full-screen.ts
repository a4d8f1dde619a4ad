"use client";

import { type RefObject, useEffect, useState } from "react";

/** Makes everything around an element, up to the frame of the site, out of reach. Returns the way back. */
function isolate(element: HTMLElement): () => void {
  const changed: HTMLElement[] = [];
  let inner: HTMLElement = element;
  while (inner.parentElement && !inner.hasAttribute("data-shell") && inner !== document.body) {
    for (const sibling of inner.parentElement.children) {
      if (sibling === inner || !(sibling instanceof HTMLElement) || sibling.inert) continue;
      if (inner.parentElement === document.body) continue;
      sibling.inert = true;
      changed.push(sibling);
    }
    inner = inner.parentElement;
  }
  return () => {
    for (const one of changed) one.inert = false;
  };
}

/**
 * Lets an element have the whole screen, or where the browser has none to give, the whole window. Dialogs open above
 * it. Escape and the way back of a device leave it.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull || !element.current) return;
    const restore = isolate(element.current);
    const root = document.documentElement;
    const before = root.style.overflow;
    root.style.overflow = "hidden";
    // The document, not the element: dialogs stand beside it.
    void root.requestFullscreen?.().catch(() => {});
    const onChange = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) setFull(false);
    };
    document.addEventListener("fullscreenchange", onChange);
    const own = element.current;
    own.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      own.removeEventListener("keydown", onKey);
      root.style.overflow = before;
      restore();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, [isFull, element]);
  return [isFull, setFull] as const;
}
