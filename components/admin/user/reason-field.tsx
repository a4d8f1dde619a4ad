"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/forms/field";
import { TextArea } from "@/components/forms/text-input";

/** Fewest characters of a reason. */
export const REASON_MIN = 5;
const REASON_MAX = 500;

/** Whether a reason is long enough for the API. */
export const isReason = (text: string): boolean => text.trim().length >= REASON_MIN;

/** Why staff do something; the user and the audit log get it. */
export function ReasonField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const t = useTranslations("staff.reason");
  return (
    <Field label={t("label")} hint={t("hint", { count: REASON_MIN })} error={error}>
      <TextArea
        name="reason"
        rows={2}
        maxLength={REASON_MAX}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
