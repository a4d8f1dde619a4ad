"use client";

import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { InlineError } from "@/components/ui/display/inline-error";
import { Dialog } from "@/components/ui/overlays/dialog";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { Button, type ButtonProps } from "../ui/button";
import { Field } from "./field";
import { focusFirstError } from "./focus-first-error";
import { PasswordInput } from "./password-input";
import { TextInput, type TextInputProps } from "./text-input";

type Values = Record<string, string>;

export interface DialogField {
  /** What the API calls it: its error of this name shows here. */
  name: string;
  label: string;
  kind: "password" | "email" | "text" | "code";
  autoComplete: string;
  hint?: string;
  /** Codes of errors that are about this field and name no field themselves. */
  codes?: string[];
  /** What is wrong with it, before anything is sent. */
  check: (value: string, values: Values) => string | undefined;
}

export interface FormDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  fields: DialogField[];
  submitLabel: string;
  submitVariant?: ButtonProps["variant"];
  /** Sends it; a failure shows at its field or under the form, and nothing typed is lost. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Between the text and the fields. */
  children?: ReactNode;
}

const INPUTS: Record<Exclude<DialogField["kind"], "password">, TextInputProps> = {
  email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  text: {},
  code: { inputMode: "text", autoCapitalize: "none", spellCheck: false, maxLength: 20 },
};

/** The texts of a failed answer by field; empty when it is about none of them. */
function fieldErrors(error: unknown, fields: DialogField[]): Values {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    fields.flatMap(({ name, codes = [] }) => {
      const text =
        error.errors[name]?.[0] ?? (codes.includes(error.code) ? error.message : undefined);
      return text ? [[name, text]] : [];
    }),
  );
}

/** A short form in a dialog: a few secrets or texts and one button. */
export function FormDialog({ onOpenChange, ...props }: FormDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<Values>({});
  const [failure, setFailure] = useState("");
  const [pending, setPending] = useState(false);

  const close = () => {
    setValues({});
    setErrors({});
    setFailure("");
    onOpenChange(false);
  };
  const show = (next: Values) => {
    setErrors(next);
    focusFirstError(form.current);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const found = props.fields.flatMap(({ name, check }) => {
      const text = check(values[name] ?? "", values);
      return text ? [[name, text] as const] : [];
    });
    setFailure("");
    if (found.length > 0) return show(Object.fromEntries(found));
    setErrors({});
    setPending(true);
    try {
      await props.onSubmit(values);
      close();
    } catch (error) {
      const about = fieldErrors(error, props.fields);
      if (Object.keys(about).length > 0) show(about);
      else setFailure(messageOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      placement="sheet"
      title={props.title}
      description={props.text}
      locked={pending}
      footer={
        <Button type="submit" form={formId} wide variant={props.submitVariant} pending={pending}>
          {props.submitLabel}
        </Button>
      }
    >
      <form
        id={formId}
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="space-y-4"
      >
        {props.children}
        {props.fields.map((field) => (
          <DialogInput
            key={field.name}
            field={field}
            error={errors[field.name]}
            value={values[field.name] ?? ""}
            onChange={(value) => {
              setValues({ ...values, [field.name]: value });
              setErrors({ ...errors, [field.name]: "" });
            }}
          />
        ))}
        <InlineError>{failure}</InlineError>
      </form>
    </Dialog>
  );
}

function DialogInput({
  field,
  error,
  value,
  onChange,
}: {
  field: DialogField;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}) {
  const control = {
    name: field.name,
    autoComplete: field.autoComplete,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <Field label={field.label} hint={field.hint} error={error || undefined}>
      {field.kind === "password" ? (
        <PasswordInput {...control} />
      ) : (
        <TextInput {...INPUTS[field.kind]} {...control} />
      )}
    </Field>
  );
}
