"use client";

import { useEffect, useRef, useState } from "react";
import { isUuid } from "@/lib/platform/uuid";
import type { ListUrl } from "../lists/use-list-url";

const PARAMETER = "review";

/** Which request is under review: it stands in the address, so that a colleague can be sent there. */
export function useReview(url: ListUrl) {
  const current = url.parameter(PARAMETER);
  const id = current !== null && isUuid(current) ? current : null;
  // The dialog still shows the last one while it closes.
  const [shown, setShown] = useState(id);
  const [moved, setMoved] = useState(false);
  const [ended, setEnded] = useState(false);
  if (id !== null && id !== shown) setShown(id);
  return {
    id: id ?? shown,
    open: id !== null,
    moved,
    /** The last one that waited was decided on, and nothing was opened since. */
    ended,
    start: (next: string) => {
      setMoved(false);
      setEnded(false);
      url.setParameter(PARAMETER, next);
    },
    move: (next: string | null, isEnd = false) => {
      // An answer may come late: by then another request is worked on, or none.
      if (id === null || new URLSearchParams(window.location.search).get(PARAMETER) !== id) return;
      setMoved(next !== null);
      setEnded(isEnd);
      url.setParameter(PARAMETER, next);
    },
  };
}

/**
 * Goes on to the request that `findNext` answers. Where that is null it closes and says that the queue ended;
 * where it is not known it closes only: what was decided stands. Does nothing when the review was left while the answer was on its way.
 */
export function useGoOn<Next>(
  findNext: () => Promise<Next | null>,
  onMove: (next: Next | null, isEnd?: boolean) => void,
): () => Promise<void> {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return async () => {
    if (!isShown.current) return;
    const next = await findNext().catch(() => undefined);
    if (isShown.current) onMove(next ?? null, next === null);
  };
}
