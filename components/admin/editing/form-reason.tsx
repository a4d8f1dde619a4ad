"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { type BoundTo, FormTextArea } from "@/components/forms/form-fields";
import { useReasonProps } from "./reason-props";

/** Why staff do something; the user and the audit log get it. `hint` says who reads it where it is not the user. */
export function FormReason<Draft extends FieldValues, Input>({
  hint,
  ...field
}: BoundTo<Draft, Input> & { hint?: ReactNode }) {
  const { area, ...texts } = useReasonProps(hint);
  return <FormTextArea {...field} {...texts} {...area} />;
}
