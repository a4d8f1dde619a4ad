import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** How far from an end still counts as being there. */
const NEAR_PX = 48;

export interface LogScroll {
  onScroll: () => void;
  /** The newest message is in view. */
  atBottom: boolean;
  /** Something came while older messages were in view. */
  hasNew: boolean;
  toBottom: () => void;
}

/**
 * Keeps a log where its reader is. The log is laid out from its bottom (`flex-col-reverse`), so its
 * scroll position counts from there: 0 at the newest message, negative above.
 * @param ref the log
 * @param newest what came last from the other side, and from the reader: the latter scrolls down
 * @param onTop called when the reader gets to the oldest message
 */
export function useLogScroll(
  ref: RefObject<HTMLDivElement | null>,
  newest: { other: string | undefined; own: string | undefined },
  onTop: () => void,
): LogScroll {
  const { other, own } = newest;
  const [atBottom, setAtBottom] = useState(true);
  const [seen, setSeen] = useState(other);
  const known = useRef({ other, own, height: 0 });

  const toBottom = useCallback(() => {
    ref.current?.scrollTo({ top: 0, behavior: "instant" });
  }, [ref]);
  if (atBottom && seen !== other) setSeen(other);

  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    const before = known.current;
    known.current = { other, own, height: log.scrollHeight };
    if (own !== before.own) toBottom();
    // What is being read stays where it is although something was added below it.
    else if (other !== before.other && log.scrollTop < -NEAR_PX) {
      log.scrollTop -= log.scrollHeight - before.height;
    }
  });

  const onScroll = () => {
    const log = ref.current;
    if (!log) return;
    setAtBottom(log.scrollTop >= -NEAR_PX);
    const aboveTop = log.scrollHeight - log.clientHeight + log.scrollTop;
    if (log.scrollHeight > log.clientHeight && aboveTop < NEAR_PX) onTop();
  };
  return { onScroll, atBottom, hasNew: seen !== other, toBottom };
}
