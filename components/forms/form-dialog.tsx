"use client";

import { type ReactNode, useEffect } from "react";
import type { ButtonProps } from "../ui/button";
import { FormPassword, FormText, FormTextArea } from "./form-fields";
import { SchemaDialog } from "./schema-form";
import type { TextInputProps } from "./text-input";
import { type SchemaFormOptions, useSchemaForm } from "./use-schema-form";

type Values = Record<string, string>;

export interface DialogField {
  /** What the API calls it. */
  name: string;
  label: string;
  kind: "password" | "email" | "text" | "code" | "area";
  autoComplete?: string;
  hint?: ReactNode;
  /** Checked here and not sent, such as what repeats another. */
  isLocal?: boolean;
  /** Codes of errors that are about this field and name no field themselves. */
  codes?: string[];
}

export interface FormDialogProps<Input>
  extends Pick<SchemaFormOptions<Values, Input>, "loadSchema" | "toInput" | "check"> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  fields: DialogField[];
  submitLabel: string;
  submitVariant?: ButtonProps["variant"];
  /** Sends it; a failure shows at its field or under the form, and nothing typed is lost. */
  onSubmit: (input: Input) => Promise<unknown>;
  /** Between the text and the fields. */
  children?: ReactNode;
}

const INPUTS: Record<Exclude<DialogField["kind"], "password" | "area">, TextInputProps> = {
  email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  text: {},
  code: { inputMode: "text", autoCapitalize: "none", spellCheck: false, maxLength: 20 },
};

/** A short form in a dialog: a few secrets or texts and one button. What was typed is forgotten with it. */
export function FormDialog<Input>({
  open,
  onOpenChange,
  fields,
  onSubmit,
  loadSchema,
  toInput = (values) => values,
  check,
  children,
  ...dialog
}: FormDialogProps<Input>) {
  const form = useSchemaForm<Values, Input>({
    start: Object.fromEntries(fields.map(({ name }) => [name, ""])),
    loadSchema,
    toInput: (values) =>
      toInput(
        Object.fromEntries(
          fields.flatMap(({ name, isLocal }) => (isLocal ? [] : [[name, values[name] ?? ""]])),
        ),
      ),
    check,
    fieldCodes: Object.fromEntries(
      fields.flatMap(({ name, codes = [] }) => codes.map((code) => [code, name])),
    ),
  });
  const { reset } = form;
  // When it closes, since it holds secrets, and when it opens: what was sent before is marked as sent only later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening and closing is what asks for it
  useEffect(() => reset(), [open, reset]);
  const close = () => onOpenChange(false);
  return (
    <SchemaDialog
      {...dialog}
      open={open}
      form={form}
      onClose={close}
      placement="sheet"
      pending={form.formState.isSubmitting}
      onValid={(input) => onSubmit(input).then(close, (failure: unknown) => failure)}
    >
      {children}
      {fields.map(({ kind, codes: _, isLocal: __, autoComplete = "off", ...field }) => {
        const bound = { ...field, autoComplete, form };
        if (kind === "password") return <FormPassword key={field.name} {...bound} />;
        if (kind === "area") return <FormTextArea key={field.name} rows={3} {...bound} />;
        return <FormText key={field.name} {...INPUTS[kind]} {...bound} />;
      })}
    </SchemaDialog>
  );
}
