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

export interface NewestEntries {
  /** The newest message. */
  last: string | undefined;
  /** The newest message of the other side. */
  other: string | undefined;
  /** The key of the reader's own entry that stands last, if one does. */
  own: string | undefined;
}

/** Ids are in the order of the messages. */
function isAfter(id: string | undefined, other: string | undefined): boolean {
  return id !== undefined && (other === undefined || id > other);
}

/**
 * Keeps a log where its reader is. The log is laid out from its bottom (`flex-col-reverse`), so its
 * scroll position counts from there: 0 at the newest message, negative above.
 * @param ref the log
 * @param newest what stands at the end; a new entry of the reader scrolls down
 * @param onTop called when the reader gets to the oldest message
 */
export function useLogScroll(
  ref: RefObject<HTMLDivElement | null>,
  newest: NewestEntries,
  onTop: () => void,
): LogScroll {
  const { last, other, own } = newest;
  const [atBottom, setAtBottom] = useState(true);
  const [seen, setSeen] = useState(last);
  const known = useRef({ last, own, height: 0 });

  const toBottom = useCallback(() => {
    ref.current?.scrollTo({ top: 0, behavior: "instant" });
  }, [ref]);
  if (atBottom && seen !== last) setSeen(last);

  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    const before = known.current;
    known.current = { last, own, height: log.scrollHeight };
    if (own && own !== before.own) toBottom();
    // What is being read stays where it is although something was added below it.
    else if (isAfter(other, before.last) && log.scrollTop < -NEAR_PX) {
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
  return { onScroll, atBottom, hasNew: isAfter(other, seen), toBottom };
}
