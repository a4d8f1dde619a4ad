"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Where pages can be workspaces, as the variant `desk` of the styles. */
const DESK = "screen and (width >= 80rem) and (height >= 40rem)";

/** Whether there is room for a workspace. */
export const useDesk = (): boolean => useMedia(DESK);

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
