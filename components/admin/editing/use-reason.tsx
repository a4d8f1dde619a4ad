"use client";

import { useSchemaForm } from "@/components/forms/use-schema-form";
import { useDecision } from "../payments/use-decision";
import { FormReason } from "./form-reason";

type WithReason = { reason: string };

const EMPTY: WithReason = { reason: "" };
const loadSchema = () =>
  import("@/lib/platform/reason-schema").then((module) => module.reasonFormSchema);

/**
 * A question that is answered with a reason: its field, and what sends it once. The same reason sent again, after
 * an answer that got lost, has the same key.
 */
export function useReason<Answer>(
  send: (input: WithReason & { key: string }) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const form = useSchemaForm<WithReason, WithReason>({ start: EMPTY, loadSchema });
  const { element, formState, submit, reset } = form;
  const decision = useDecision<string, Answer>(
    ({ decision: reason, key }) => send({ reason, key }),
    onDone,
  );
  return {
    field: (
      <div ref={element}>
        <FormReason form={form} name="reason" />
      </div>
    ),
    pending: decision.pending,
    error: decision.message ?? decision.conflict ?? formState.errors.root?.message,
    confirm: () => submit(({ reason }) => decision.decide(reason))(),
    /** Asks anew. */
    restart: () => {
      decision.restart();
      reset();
    },
  };
}
