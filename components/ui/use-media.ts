"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds. On the server, and while a page starts, it doesn't. */
export function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia?.(media);
      query?.addEventListener("change", listener);
      return () => query?.removeEventListener("change", listener);
    },
    [media],
  );
  const isNow = () => window.matchMedia?.(media).matches ?? false;
  return useSyncExternalStore(subscribe, isNow, () => false);
}
