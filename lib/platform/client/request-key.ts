"use client";

import { useRef, useState } from "react";
import { text } from "@/lib/platform/text";
import { ApiError, KEY_CONFLICT, messageOf, newIdempotencyKey } from "./api";
import { saysNothingOfEarlier } from "./api-error";
import { type UnconfirmedOrder, useKeptOrders, without } from "./unconfirmed-orders";
import { words } from "./words";

/** Answers that say nothing of what an earlier sending with the same key did. */
const UNDECIDED: ReadonlySet<string> = new Set(["REQUEST_IN_PROGRESS", KEY_CONFLICT]);

/** Codes of a server that doesn't know itself how far it came. Its other 5xx are decisions, such as a closed market. */
const FAULTS: ReadonlySet<string> = new Set(["INTERNAL", "SERVICE_UNAVAILABLE"]);

/** Whether the server decided against this sending: it did nothing. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status < 400 || UNDECIDED.has(error.code)) return false;
  // Also an error page of whatever stands in between reads as INTERNAL, with any status.
  return !FAULTS.has(error.code);
}

type Request = {
  content: string;
  key: string;
  order?: unknown;
  secrets?: object;
  sentAtMs: number;
};
/** By content. Secrets are in the page's memory only. */
type UnconfirmedOrders = Readonly<Record<string, UnconfirmedOrder & Pick<Request, "secrets">>>;

/** What was sent and may have been done: it may be sent again, but not changed. */
export interface Unconfirmed<T> extends UnconfirmedOrder {
  /** As `orderOf` made it. */
  order: T;
}

/**
 * The idempotency key of what somebody is about to confirm. It stays the same while the outcome of a
 * sending is unknown, so that confirming again can't do it twice, and is another one after an answer:
 * the server repeats its first answer to a key, which would then be out of date. A review that is unmounted
 * when it closes takes it from what stays.
 * @param form names the form whose orders of unknown outcome outlive the page, too; its reviews use `orderOf`
 */
export function useRequestKey(form?: string) {
  const kept = useRef<Request | null>(null);
  // By content: what comes of one request says nothing of another.
  const [orders, setOrders] = useState<UnconfirmedOrders>({});
  const stored = useKeptOrders(form, setOrders);
  const keyOf = (content = ""): string => {
    if (kept.current?.content !== content) {
      const sentAtMs = Date.now();
      kept.current = { content, key: newIdempotencyKey(), sentAtMs, ...orders[content] };
    }
    return kept.current.key;
  };
  const unconfirmed = <T = unknown>(content = ""): Unconfirmed<T> | null =>
    (orders[content] as Unconfirmed<T> | undefined) ?? null;
  const settle = (failure?: unknown) => {
    const request = kept.current;
    if (request === null) return;
    const { content, key, order, secrets, sentAtMs } = request;
    const isRepetition = orders[content] !== undefined;
    const isUnknown = !isRefusal(failure) || (isRepetition && saysNothingOfEarlier(failure));
    if (failure !== undefined && isUnknown) {
      const isRepeatable = !(failure instanceof ApiError && failure.code === KEY_CONFLICT);
      const unconfirmedOrder = {
        key,
        order,
        secrets,
        why: messageOf(failure),
        isRepeatable,
        sentAtMs,
      };
      setOrders((others) => ({ ...others, [content]: unconfirmedOrder }));
      stored.update(content, unconfirmedOrder);
      return;
    }
    kept.current = null;
    stored.drop(content, key);
    if (isRepetition) setOrders((others) => without(others, content));
  };
  const settled = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      const answer = await act();
      settle();
      return answer;
    } catch (failure) {
      settle(failure);
      throw failure;
    }
  };
  return {
    /** What was sent for this content and may have been done; null where nothing is unconfirmed. */
    unconfirmed,
    /** All that was sent and may have been done, as `orderOf` made it. */
    unconfirmedOrders: <T>(): T[] => Object.values(orders).map(({ order }) => order as T),
    /** The key to send. Other content, where given, is another request. */
    keyOf,
    /**
     * What to send: for the same content the very same again while the outcome is unknown, else what `make` makes.
     * @param secrets what else to send, such as a password: it is sent again, too, but never outlives the page
     */
    orderOf<T extends object, S extends object = object>(
      content: string,
      make: (idempotencyKey: string) => T,
      secrets?: S,
    ): T & S {
      const key = keyOf(content);
      const again = orders[content];
      const order = (again?.order as T | undefined) ?? make(key);
      const sentWith = (again?.secrets as S | undefined) ?? secrets;
      const sentAtMs = again?.sentAtMs ?? Date.now();
      kept.current = { content, key, order, secrets: sentWith, sentAtMs };
      // Before the answer: the page may be left meanwhile.
      if (!again)
        stored.begin(content, {
          key,
          order,
          why: words(text("errors.client.pageLeft")),
          isRepeatable: true,
          sentAtMs,
        });
      return { ...order, ...(sentWith as S) };
    },
    /** Says what came of sending: an answer, or the failure. */
    settle,
    /** Sends what `orderOf` made, and notes what came of it. */
    settled,
    /** Sends something else under the key of its content, and notes what came of it. */
    sent: <T>(content: string, act: (idempotencyKey: string) => Promise<T>): Promise<T> =>
      settled(() => act(keyOf(content))),
    /** Leaves the review of this content. The next is another request, unless this one can still be answered. */
    leave: (content = ""): void => {
      if (orders[content]?.isRepeatable) return;
      keyOf(content);
      settle();
    },
  };
}

export type RequestKey = ReturnType<typeof useRequestKey>;

/**
 * Sends an order once, however often the button is pressed, and says to its key what came of it, also after its
 * page was left: callbacks of a mutation's own `mutate` would not be called then.
 * @param submit sends it and does what its answer asks for; gets the device's time of this sending
 * @param onFailure what else a failure asks for; the button waits for that, too
 */
export function useSend<Order = void>(
  { settled }: RequestKey,
  submit: (order: Order, sentAtMs: number) => Promise<void>,
  onFailure?: (failure: unknown) => unknown,
) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const send = async (order: Order): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      await settled(() => submit(order, Date.now()));
    } catch (error) {
      setFailure(error);
      await onFailure?.(error);
    } finally {
      setPending(false);
    }
  };
  return {
    send,
    pending,
    failure,
    error: failure === null ? null : messageOf(failure),
    clearError: () => setFailure(null),
  };
}
