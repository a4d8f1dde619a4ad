const MAX_IDLE_MS = 2_000;

/** Runs work after the page has become quiet, so that it never delays the first paint. Returns the way to stop. */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(work, MAX_IDLE_MS / 4);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(work, { timeout: MAX_IDLE_MS });
  return () => window.cancelIdleCallback(id);
}
