/**
 * Looks at a clock now, again after each wait that `look` asks for in milliseconds (null: not again), and when the tab comes
 * into sight: one that slept has missed its timers.
 * @returns ends it
 */
export function scheduleWithVisibility(look: () => number | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    clearTimeout(timer);
    const waitMs = look();
    if (waitMs !== null) timer = setTimeout(wake, waitMs);
  };
  wake();
  document.addEventListener("visibilitychange", wake);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", wake);
  };
}
