"use client";

import { type KeyboardEventHandler, type ReactNode, type RefObject, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { Button, type ButtonProps } from "../ui/button";
import { InlineError } from "../ui/display/inline-error";
import { Dialog, type DialogPlacement } from "../ui/overlays/dialog";
import type { SchemaFormState } from "./use-schema-form";

export interface SchemaFormProps<Draft extends FieldValues, Input> {
  form: SchemaFormState<Draft, Input>;
  /** Gets the request. What it answers is taken for a failure and shown, at the fields that it names. */
  onValid: (input: Input) => unknown;
  /** What went wrong with the whole; null where that is said elsewhere. */
  error?: ReactNode;
  id?: string;
  className?: string;
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>;
  children: ReactNode;
  /** After what went wrong. */
  footer?: ReactNode;
}

/** The fields of a `useSchemaForm`, and what is of none of them. */
export function SchemaForm<Draft extends FieldValues, Input>({
  form,
  onValid,
  error = form.formState.errors.root?.failure?.message,
  id,
  className = "space-y-4",
  onKeyDown,
  children,
  footer,
}: SchemaFormProps<Draft, Input>) {
  const { element, submit, formState } = form;
  return (
    <form
      id={id}
      ref={element}
      method="post"
      noValidate
      onSubmit={submit(onValid)}
      onKeyDown={onKeyDown}
      className={className}
    >
      {children}
      <InlineError>{error || formState.errors.root?.message}</InlineError>
      {footer}
    </form>
  );
}

export interface SchemaDialogProps<Draft extends FieldValues, Input>
  extends Omit<SchemaFormProps<Draft, Input>, "id" | "className" | "onKeyDown" | "footer"> {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  text?: ReactNode;
  submitLabel: ReactNode;
  submitVariant?: ButtonProps["variant"];
  placement?: DialogPlacement;
  /** While it is sent: the dialog stays. */
  pending?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A form in a dialog, with its one button under the scrolling fields. */
export function SchemaDialog<Draft extends FieldValues, Input>({
  open,
  onClose,
  title,
  text,
  submitLabel,
  submitVariant,
  placement = "side",
  pending = false,
  initialFocus,
  ...form
}: SchemaDialogProps<Draft, Input>) {
  const id = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement={placement}
      title={title}
      description={text}
      locked={pending}
      initialFocus={initialFocus}
      footer={
        <Button type="submit" form={id} wide variant={submitVariant} pending={pending}>
          {submitLabel}
        </Button>
      }
    >
      <SchemaForm id={id} {...form} />
    </Dialog>
  );
}
