"use client";

import { useRef, useState } from "react";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { waitingIdOf } from "@/lib/platform/client/waiting";

/** The code that asks to look at other requests with the same transaction hash. */
const HASH_REPEATED = "TRANSACTION_HASH_REPEATED";

/** Refusals that are shown beside the request. */
const SHOWN_APART: ReadonlySet<string> = new Set(["ALREADY_PROCESSED", HASH_REPEATED]);

/**
 * Sends decisions of the staff so that none takes effect twice: while one is on its way, and after it
 * succeeded until `restart`, others are ignored. The same decision sent again, after an answer that
 * got lost, carries the same key.
 */
export function useDecision<Decision, Answer>(
  send: (input: { decision: Decision; key: string }) => Promise<Answer>,
  onDone: (answer: Answer, decision: Decision) => void | Promise<void>,
) {
  const busy = useRef(false);
  const sending = useRef(false);
  const request = useRequestKey();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const decide = async (decision: Decision): Promise<unknown> => {
    if (busy.current) return null;
    busy.current = true;
    sending.current = true;
    setPending(true);
    setError(null);
    try {
      const answer = await request.sent(JSON.stringify(decision), (key) => send({ decision, key }));
      sending.current = false;
      // Still busy: the second click of a double click may come after a quick answer.
      await onDone(answer, decision);
      return null;
    } catch (failure) {
      setError(failure);
      busy.current = false;
      sending.current = false;
      setPending(false);
      return failure;
    }
  };
  const failure = error instanceof ApiError ? error : null;
  const hasFieldErrors = Object.keys(failure?.errors ?? {}).length > 0;
  return {
    /** Sends one. Answers what went wrong, or null. */
    decide,
    pending,
    code: failure?.code ?? null,
    /** The approval that it waits for, which `message` says. */
    waits: waitingIdOf(failure),
    /** A colleague was faster: who, in the server's words. */
    conflict: failure?.code === "ALREADY_PROCESSED" ? failure.message : null,
    /** Whether the server refused because of a field. */
    hasFieldErrors,
    /** What the server says of a field. */
    fieldError: (field: string) => failure?.errors[field]?.[0],
    /** What went wrong, unless a field, the conflict or a warning says it. */
    message:
      error === null || hasFieldErrors || SHOWN_APART.has(failure?.code ?? "")
        ? null
        : messageOf(error),
    /** Begins another review: the last one's outcome is forgotten. Does nothing while one is sent. */
    restart: () => {
      setError(null);
      if (sending.current) return;
      busy.current = false;
      setPending(false);
    },
  };
}

export type DecisionState = ReturnType<typeof useDecision>;
