import { type RefObject, useEffect, useRef } from "react";

const SIGNS = ["pointerover", "focusin", "touchstart"] as const;

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
    const element = ref.current;
    if (!element) return;
    const approach = new AbortController();
    const start = () => {
      approach.abort();
      load().catch(() => undefined);
    };
    for (const sign of SIGNS) {
      element.addEventListener(sign, start, { signal: approach.signal, passive: true });
    }
    return () => approach.abort();
  }, [load]);
  return ref;
}
