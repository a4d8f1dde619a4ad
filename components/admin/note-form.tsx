"use client";

import { FormTextArea } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button, type ButtonProps } from "@/components/ui/button";
import { useDecision } from "./payments/use-decision";

type NoteInput = { text: string };

const loadSchema = () => import("@/lib/staff/schema").then((module) => module.addNoteSchema);

export interface NoteFormProps {
  label: string;
  hint?: string;
  rows: number;
  addLabel: string;
  variant?: ButtonProps["variant"];
  /** Keeps the note; the same key keeps it once. */
  add: (note: NoteInput & { key: string }) => Promise<unknown>;
}

/** Writes a note for other members of staff. */
export function NoteForm({ label, hint, rows, addLabel, variant, add }: NoteFormProps) {
  const form = useSchemaForm<NoteInput, NoteInput>({ start: { text: "" }, loadSchema });
  const decision = useDecision<string, unknown>(
    ({ decision: text, key }) => add({ text, key }),
    () => form.reset(),
  );
  return (
    <SchemaForm
      form={form}
      className="space-y-3"
      error={decision.message}
      onValid={async ({ text }) => {
        const failure = await decision.decide(text);
        // Another note may follow.
        if (failure === null) decision.restart();
        return failure;
      }}
    >
      <FormTextArea
        form={form}
        name="text"
        label={label}
        hint={hint}
        rows={rows}
        maxLength={2000}
        readOnly={decision.pending}
      />
      <Button type="submit" variant={variant} pending={decision.pending}>
        {addLabel}
      </Button>
    </SchemaForm>
  );
}
