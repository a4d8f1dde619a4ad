"use client";

import { type BaseSyntheticEvent, useEffect, useRef } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type ResolverOptions,
  useForm,
} from "react-hook-form";
import type { $ZodType } from "zod/v4/core";
import { ApiError, messageOf, networkMessage } from "@/lib/platform/client/api";
import { focusFirstError } from "./focus-first-error";

type Texts<Draft extends FieldValues> = Partial<Record<FieldPath<Draft>, string | undefined>>;

export interface SchemaFormOptions<Draft extends FieldValues, Input> {
  /** What the fields hold at first. */
  start: Draft;
  /** Whether fields that nobody typed into take every later `start`, such as what a colleague stored. */
  follows?: boolean;
  /** Loads the schema that the API checks the same request with; the page shows without it. */
  loadSchema: () => Promise<$ZodType<Input>>;
  /** Writes what was typed as the request names it, without judging it. */
  toInput?: (draft: Draft) => unknown;
  /** What the schema can't know, such as an available balance: texts by field, which go before the schema's. */
  check?: (draft: Draft) => Texts<Draft>;
  /** The form's names of fields that the request calls otherwise. */
  fieldNames?: Readonly<Record<string, FieldPath<Draft>>>;
  /** Codes of refusals that name no field, and the field that they are about. */
  fieldCodes?: Readonly<Record<string, FieldPath<Draft>>>;
}

const loadResolver = async <Input>(loadSchema: () => Promise<$ZodType<Input>>) => {
  try {
    const [schema, { schemaResolver }] = await Promise.all([
      loadSchema(),
      import("./schema-resolver"),
    ]);
    return schemaResolver(schema as $ZodType<Input, FieldValues>);
  } catch {
    return null;
  }
};

/** A later start leaves alone what was typed, and what is said of it. */
const FOLLOWING = {
  keepDirtyValues: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
};

/**
 * A form that is checked by the API's own schema: on submit, and each field again while it is typed into from then
 * on. What the server refuses shows at the field that it names, otherwise under the form, and the first wrong field
 * gets the focus. What was typed is kept as long as the component that calls this, also while no field is shown.
 */
export function useSchemaForm<Draft extends FieldValues, Input>({
  start,
  follows = false,
  loadSchema,
  toInput = (draft) => draft,
  check,
  fieldNames = {},
  fieldCodes = {},
}: SchemaFormOptions<Draft, Input>) {
  const element = useRef<HTMLFormElement & HTMLDivElement>(null);
  const resolver: Resolver<Draft, unknown, Input> = async (draft, context, options) => {
    const resolve = await loadResolver(loadSchema);
    if (!resolve) return refused({ root: { type: "network", message: networkMessage() } });
    const checked = await resolve(
      toInput(draft) as FieldValues,
      context,
      options as unknown as ResolverOptions<FieldValues>,
    );
    const own = Object.entries(check?.(draft) ?? {}).filter(([, message]) => message);
    const errors = {
      ...Object.fromEntries(
        Object.entries(checked.errors).map(([name, error]) => [placeOf(name), error]),
      ),
      ...Object.fromEntries(own.map(([name, message]) => [name, { type: "check", message }])),
    };
    if (Object.keys(errors).length > 0) return refused(errors);
    return { values: checked.values as Input, errors: {} };
  };
  const form = useForm<Draft, unknown, Input>({
    defaultValues: start as DefaultValues<Draft>,
    shouldFocusError: false,
    resolver,
  });

  // Not the library's `values`, which make every later reset one that follows.
  const followed = follows ? JSON.stringify(start) : null;
  const { reset } = form;
  useEffect(() => {
    if (followed !== null) reset(JSON.parse(followed) as Draft, FOLLOWING);
  }, [followed, reset]);

  // The errors are in the page only after the commit that follows, which may come after the next paint.
  const { errors } = form.formState;
  const wantsFocus = useRef(false);
  const busy = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current || Object.keys(errors).length === 0) return;
    wantsFocus.current = false;
    focusFirstError(element.current);
  });

  /** Where a text about a field of the request is shown: under the form where the form has no such field. */
  function placeOf(name: string): FieldPath<Draft> | "root" {
    const field = fieldNames[name] ?? (name as FieldPath<Draft>);
    return (field.split(".")[0] ?? "") in form.getValues() ? field : "root";
  }
  /** Shows a failure at the fields that it names, or else as one of the whole. Answers whether it named any. */
  function refuse(failure: unknown): boolean {
    if (failure === null || failure === undefined) return false;
    const { code = "", errors = {} } = failure instanceof ApiError ? failure : {};
    const coded = fieldCodes[code];
    const texts = Object.entries(coded ? { [coded]: [messageOf(failure)] } : errors);
    for (const [name, [message]] of texts) form.setError(placeOf(name), { message });
    if (texts.length === 0) form.setError("root.failure", { message: messageOf(failure) });
    wantsFocus.current = texts.length > 0;
    return texts.length > 0;
  }
  return {
    ...form,
    /** The form's element, or any other around its fields. */
    element,
    refuse,
    /** Checks and hands on the request; a failure that is answered is shown. Waits for the one before. */
    submit: (onValid: (input: Input) => unknown) => (event?: BaseSyntheticEvent) => {
      event?.preventDefault();
      if (busy.current) return;
      busy.current = true;
      const handled = form.handleSubmit(
        async (input) => void refuse(await onValid(input)),
        () => {
          wantsFocus.current = true;
        },
      )(event);
      void handled.finally(() => {
        busy.current = false;
      });
    },
  };
}

export type SchemaFormState<Draft extends FieldValues, Input = unknown> = ReturnType<
  typeof useSchemaForm<Draft, Input>
>;

function refused<Draft extends FieldValues>(errors: object) {
  return { values: {}, errors: errors as FieldErrors<Draft> };
}
