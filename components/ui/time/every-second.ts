const STEP_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls a listener every second, and when the page is seen again; for `useSyncExternalStore`. All listeners share one
 * timer, so that what changes with it is drawn at once.
 * @returns the way to stop
 */
export function everySecond(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tell, STEP_MS);
    document.addEventListener("visibilitychange", tell);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tell);
  };
}
