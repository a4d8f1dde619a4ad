import { useEffect } from "react";

const RELOADED_KEY = "reloadedAtMs";
/** Code that is missing this soon after a reload is not missing for a deploy: another reload would not bring it. */
const RELOAD_AGAIN_MS = 5 * 60_000;

/** Whether the code of a page could not be fetched: a deploy has replaced it, or there is no network. */
const isCodeMissing = (error: unknown) => error instanceof Error && error.name === "ChunkLoadError";

/** Remembers a reload. @returns false when the last one was just now, or can't be remembered */
function mayReload(): boolean {
  try {
    const lastMs = Number(sessionStorage.getItem(RELOADED_KEY));
    if (Date.now() - lastMs < RELOAD_AGAIN_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

const reloadPage = () => window.location.reload();

/**
 * Logs what made a page fail. Where its code is missing, only a full load can help, since the page keeps the failed
 * request: one is made at once, at most every five minutes and never without a network, so that it can't go in a circle.
 * @param reload makes a full load
 * @returns what Retry does
 */
export function usePageRetry(error: unknown, retry: () => void, reload = reloadPage): () => void {
  useEffect(() => {
    console.error(error);
    if (isCodeMissing(error) && navigator.onLine && mayReload()) reload();
  }, [error, reload]);
  return isCodeMissing(error) ? reload : retry;
}
