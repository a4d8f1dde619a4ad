"use client";

import { useRef, useState } from "react";
import { ApiError, KEY_CONFLICT, newIdempotencyKey } from "./api";

/** Answers that say nothing of what an earlier sending with the same key did. */
const UNDECIDED: ReadonlySet<string> = new Set(["REQUEST_IN_PROGRESS", KEY_CONFLICT]);

/** Refusals that come before the server looks at the key: they say nothing of an earlier sending either. */
const BEFORE_THE_KEY: ReadonlySet<string> = new Set(["RATE_LIMITED", "SESSION_EXPIRED"]);

/** Whether the server decided against a request for good: nothing was done, and another try is a new request. */
function isRefusal(error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused && !UNDECIDED.has(error.code);
}

/**
 * The idempotency key of what somebody is about to confirm. It stays the same while the outcome of a
 * sending is unknown, so that confirming again can't do it twice, and is another one after an answer:
 * the server repeats its first answer to a key, which would then be out of date.
 */
export function useRequestKey() {
  const kept = useRef<{ content: string; key: string } | null>(null);
  const sent = useRef<{ key: string; order: unknown } | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** The server won't ever say what became of the key. */
  const isFutile = useRef(false);
  const keyOf = (content = ""): string => {
    if (kept.current?.content !== content) kept.current = { content, key: newIdempotencyKey() };
    return kept.current.key;
  };
  const settle = (failure?: unknown) => {
    const isStillUnknown =
      isOpen && failure instanceof ApiError && BEFORE_THE_KEY.has(failure.code);
    const isUnknown = failure !== undefined && (isStillUnknown || !isRefusal(failure));
    if (!isUnknown) kept.current = null;
    isFutile.current = failure instanceof ApiError && failure.code === KEY_CONFLICT;
    setOpen(isUnknown);
  };
  return {
    /** Whether something was sent and may have been done: it may be sent again, but not changed. */
    isOpen,
    /** The key to send. Other content, where given, is another request. */
    keyOf,
    /** What to send: for the same content the very same again while the outcome is unknown, else what `make` makes. */
    orderOf<T>(content: string, make: (idempotencyKey: string) => T): T {
      const key = keyOf(content);
      if (isOpen && sent.current?.key === key) return sent.current.order as T;
      const order = make(key);
      sent.current = { key, order };
      return order;
    },
    /** Says what came of sending: an answer, or the failure. */
    settle,
    /** Begins another request, whatever came of the last. */
    renew: () => settle(),
    /** Leaves the review. The next is another request, unless this one can still be answered. */
    leave: () => {
      if (!isOpen || isFutile.current) settle();
    },
  };
}
