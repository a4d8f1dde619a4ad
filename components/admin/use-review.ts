"use client";

import { useState } from "react";
import { isUuid } from "@/lib/platform/uuid";
import type { ListUrl } from "./use-list-url";

const PARAMETER = "review";

/** Which request is under review: it stands in the address, so that a colleague can be sent there. */
export function useReview(url: ListUrl) {
  const current = url.parameter(PARAMETER);
  const id = current !== null && isUuid(current) ? current : null;
  // The dialog still shows the last one while it closes.
  const [shown, setShown] = useState(id);
  const [moved, setMoved] = useState(false);
  if (id !== null && id !== shown) setShown(id);
  return {
    id: id ?? shown,
    open: id !== null,
    moved,
    start: (next: string) => {
      setMoved(false);
      url.setParameter(PARAMETER, next);
    },
    move: (next: string | null) => {
      setMoved(next !== null);
      url.setParameter(PARAMETER, next);
    },
  };
}
