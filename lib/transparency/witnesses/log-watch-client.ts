/** When this browser looks at the public log. What a look needs comes with the first one. */
import { readKept } from "./browser-store-client";
import type { Alarm } from "./browser-witness-rules";
import { SEEN_EVENT } from "./seen-client";

/** Whoever has just arrived has other things to load. */
const SETTLED_MS = 2_000;
/** A tab that somebody returns to after that long is visited anew. */
const VISIT_MS = 600_000;

export type LogWatcher = {
  /** Ends it. */
  stop: () => void;
  /** Takes a log of another name for the one to follow from now on; nothing else is forgotten. */
  follow: () => void;
};

/**
 * Looks at the log at this visit, after each order, and when somebody comes back to a tab or to the network.
 * @param show is told what is wrong, or null where nothing is
 * @param hasBegun whether the site says that it has a log; else only a browser that saw one looks
 */
export function watchLog(
  show: (alarm: Alarm | null) => void,
  { hasBegun }: { hasBegun: boolean },
): LogWatcher {
  const stopped = new AbortController();
  const { signal } = stopped;
  let last: Promise<unknown> = Promise.resolve();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const say = (alarm: Alarm | null) => {
    if (!signal.aborted) show(alarm);
  };
  const after = (work: () => Promise<unknown>) => {
    // A browser that keeps nothing is no witness; where the site does not answer, the next visit looks.
    last = last.then(() => (signal.aborted ? undefined : work())).catch(() => undefined);
  };
  const look = async () => {
    if (!navigator.onLine) return;
    const { checkLog } = await import("./browser-witness-client");
    say(await checkLog(hasBegun));
    lookedAt = performance.now();
  };
  const sayKnown = async () => {
    const known = await readKept<Alarm>("alarm");
    if (known) say(known);
  };
  const next = () => after(look);
  const arrive = () => {
    if (document.visibilityState !== "visible") return;
    // Another tab may have found something.
    after(sayKnown);
    if (performance.now() - lookedAt > VISIT_MS) next();
  };
  after(sayKnown);
  const timer = setTimeout(() => {
    next();
    window.addEventListener(SEEN_EVENT, next, { signal });
    window.addEventListener("online", next, { signal });
    document.addEventListener("visibilitychange", arrive, { signal });
  }, SETTLED_MS);
  return {
    stop: () => {
      clearTimeout(timer);
      stopped.abort();
    },
    follow: () => {
      after(async () => (await import("./browser-witness-client")).followAnew());
      next();
    },
  };
}
