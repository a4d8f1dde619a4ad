"use client";

import { type ReactNode, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { TextArea } from "@/components/forms/text-input";
import { networkMessage } from "@/lib/platform/client/api";
import { useDecision } from "../payments/use-decision";
import { useReasonProps } from "./reason-props";

type Check = (text: string) => { reason: string } | { problem: string };

/** The API's own check of a reason; it comes when it is needed first. */
async function loadCheck(): Promise<Check> {
  const { reasonSchema } = await import("@/lib/platform/reason-schema");
  return (text) => {
    const { data, error } = reasonSchema.safeParse(text);
    return error ? { problem: error.issues[0]?.message ?? "" } : { reason: data };
  };
}

/**
 * A question that is answered with a reason: its field, and what sends it once. The same reason sent again, after
 * an answer that got lost, has the same key. It is part of pages that ask seldom, so it does without the
 * form library.
 * @param hint who reads it, where that is not the user
 */
export function useReason<Answer>(
  send: (input: { reason: string; key: string }) => Promise<Answer>,
  onDone: (answer: Answer) => void,
  hint?: ReactNode,
) {
  const { area, ...texts } = useReasonProps(hint);
  const element = useRef<HTMLDivElement>(null);
  const check = useRef<Check | null>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isOffline, setIsOffline] = useState(false);
  const decision = useDecision<string, Answer>(
    ({ decision: reason, key }) => send({ reason, key }),
    onDone,
  );
  const change = (next: string) => {
    setText(next);
    if (problem === null || !check.current) return;
    const checked = check.current(next);
    setProblem("problem" in checked ? checked.problem : null);
  };
  const confirm = async () => {
    check.current ??= await loadCheck().catch(() => null);
    setIsOffline(check.current === null);
    const checked = check.current?.(text);
    if (!checked) return;
    setProblem("problem" in checked ? checked.problem : null);
    if ("reason" in checked) await decision.decide(checked.reason);
    focusFirstError(element.current);
  };
  return {
    field: (
      <div ref={element}>
        <Field {...texts} error={problem ?? decision.fieldError("reason")}>
          <TextArea
            {...area}
            name="reason"
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        </Field>
      </div>
    ),
    pending: decision.pending,
    error: decision.message ?? decision.conflict ?? (isOffline ? networkMessage() : null),
    confirm: () => void confirm(),
    /** Asks anew. */
    restart: () => {
      decision.restart();
      setText("");
      setProblem(null);
      setIsOffline(false);
    },
  };
}
