import { type RefObject, useEffect, useRef } from "react";

const SIGNS = ["pointerover", "focusin", "touchstart"] as const;

/** What `useApproach` does, for an element or the whole page. Returns the way to stop. */
export function onApproach(target: EventTarget, load: () => Promise<unknown>): () => void {
  const approach = new AbortController();
  const start = () => {
    approach.abort();
    load().catch(() => undefined);
  };
  for (const sign of SIGNS) {
    target.addEventListener(sign, start, { signal: approach.signal, passive: true });
  }
  return () => approach.abort();
}

/**
 * Calls `load` once when a pointer or the focus comes to an element, to fetch what the next step needs before
 * it is asked for. What fails is fetched again when it is needed.
 * @returns the element's ref
 */
export function useApproach<E extends HTMLElement>(
  load: () => Promise<unknown>,
): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (ref.current) return onApproach(ref.current, load);
  }, [load]);
  return ref;
}
