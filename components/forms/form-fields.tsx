"use client";

import type { ComponentProps, ReactNode } from "react";
import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
} from "react-hook-form";
import { Segmented, type SegmentedProps } from "../ui/segmented";
import { Switch } from "../ui/switch";
import { AmountField, type AmountFieldProps } from "./amount-field";
import { Field } from "./field";
import { FileDrop } from "./file-drop";
import { PasswordInput, type PasswordInputProps } from "./password-input";
import { Select, TextArea, TextInput, type TextInputProps } from "./text-input";

/** Which field of which form. */
export interface BoundTo<Draft extends FieldValues, Input> {
  form: { control: Control<Draft, unknown, Input> };
  name: FieldPath<Draft>;
}

type Labelled<Draft extends FieldValues, Input, Rest> = BoundTo<Draft, Input> & {
  label: ReactNode;
  hint?: ReactNode;
  /** At the end of the label line. */
  aside?: ReactNode;
} & Omit<Rest, "form" | "name" | "value" | "defaultValue" | "onChange" | "onBlur" | "ref">;

/** The value of a field, how it changes, and what is wrong with it. */
export function useBoundField<Draft extends FieldValues, Input>({
  form,
  name,
}: BoundTo<Draft, Input>) {
  // Of a field that came after the form had started: all others have values.
  const defaultValue = "" as FieldPathValue<Draft, FieldPath<Draft>>;
  const { field, fieldState } = useController({ control: form.control, name, defaultValue });
  return { field, error: fieldState.error?.message };
}

/** One line of text. */
export function FormText<Draft extends FieldValues, Input>({
  form,
  name,
  label,
  hint,
  aside,
  ...rest
}: Labelled<Draft, Input, TextInputProps>) {
  const { field, error } = useBoundField({ form, name });
  return (
    <Field label={label} hint={hint} aside={aside} error={error}>
      <TextInput autoComplete="off" {...rest} {...field} />
    </Field>
  );
}

/** Several lines of text. */
export function FormTextArea<Draft extends FieldValues, Input>({
  form,
  name,
  label,
  hint,
  aside,
  ...rest
}: Labelled<Draft, Input, ComponentProps<"textarea">>) {
  const { field, error } = useBoundField({ form, name });
  return (
    <Field label={label} hint={hint} aside={aside} error={error}>
      <TextArea {...rest} {...field} />
    </Field>
  );
}

/** A secret. */
export function FormPassword<Draft extends FieldValues, Input>({
  form,
  name,
  label,
  hint,
  aside,
  ...rest
}: Labelled<Draft, Input, PasswordInputProps>) {
  const { field, error } = useBoundField({ form, name });
  return (
    <Field label={label} hint={hint} aside={aside} error={error}>
      <PasswordInput {...rest} {...field} />
    </Field>
  );
}

/** An amount as typed text. The request takes `typedAmount` of it. */
export function FormAmount<Draft extends FieldValues, Input>({
  form,
  name,
  ...rest
}: BoundTo<Draft, Input> & Omit<AmountFieldProps, "form" | "name" | "value" | "error" | "ref">) {
  const { field, error } = useBoundField({ form, name });
  return <AmountField {...rest} {...field} error={error} />;
}

type Choice<Draft extends FieldValues, Input> = BoundTo<Draft, Input> & {
  label: string;
  hint?: ReactNode;
  /** Called after the choice, to bring other fields in line. */
  onChosen?: (value: FieldPathValue<Draft, FieldPath<Draft>>) => void;
};

/** One of several in a list. Pass `option` elements. */
export function FormSelect<Draft extends FieldValues, Input>({
  form,
  name,
  label,
  hint,
  onChosen,
  children,
}: Choice<Draft, Input> & { children: ReactNode }) {
  const { field, error } = useBoundField({ form, name });
  return (
    <Field label={label} hint={hint} error={error}>
      <Select
        {...field}
        onChange={(event) => {
          field.onChange(event);
          onChosen?.(event.target.value as FieldPathValue<Draft, FieldPath<Draft>>);
        }}
      >
        {children}
      </Select>
    </Field>
  );
}

/** One of a few, all in sight. */
export function FormChoice<Draft extends FieldValues, Input>({
  form,
  name,
  label,
  options,
  onChosen,
}: Omit<Choice<Draft, Input>, "hint"> & { options: SegmentedProps<string>["options"] }) {
  const { field } = useBoundField({ form, name });
  return (
    <Segmented
      label={label}
      value={field.value}
      options={options}
      onValueChange={(value) => {
        field.onChange(value);
        onChosen?.(value as FieldPathValue<Draft, FieldPath<Draft>>);
      }}
    />
  );
}

/** On or off, once the form is sent. */
export function FormSwitch<Draft extends FieldValues, Input>({
  form,
  name,
  label,
}: BoundTo<Draft, Input> & { label: ReactNode }) {
  const { field } = useBoundField({ form, name });
  return <Switch label={label} checked={field.value} onCheckedChange={field.onChange} />;
}

/** One image. */
export function FormFile<Draft extends FieldValues, Input>({
  form,
  name,
  label,
  hint,
  onPicked,
}: BoundTo<Draft, Input> & {
  label: ReactNode;
  hint?: ReactNode;
  /** Called after a file was picked or taken out. */
  onPicked?: (file: File | null) => void;
}) {
  const { field, error } = useBoundField({ form, name });
  return (
    <FileDrop
      label={label}
      hint={hint}
      file={field.value}
      error={error}
      onFileChange={(file) => {
        field.onChange(file);
        onPicked?.(file);
      }}
    />
  );
}
