"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { type BoundTo, FormTextArea } from "@/components/forms/form-fields";
import { REASON_MAX, REASON_MIN } from "@/lib/platform/reason";

/** Why staff do something; the user and the audit log get it. `hint` says who reads it where it is not the user. */
export function FormReason<Draft extends FieldValues, Input>({
  hint,
  ...field
}: BoundTo<Draft, Input> & { hint?: ReactNode }) {
  const t = useTranslations("staff.reason");
  return (
    <FormTextArea
      {...field}
      label={t("label")}
      hint={hint ?? t("hint", { count: REASON_MIN })}
      rows={3}
      maxLength={REASON_MAX}
      aria-required
    />
  );
}
