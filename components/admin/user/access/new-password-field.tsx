"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type BoundTo, FormPassword, useBoundField } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { generatePassword } from "@/lib/staff/generate-password";

/** A new password for somebody else: typed, or made here and copied to be handed over. */
export function NewPasswordField<Draft extends FieldValues, Input>({
  label,
  ...bound
}: BoundTo<Draft, Input> & { label: string }) {
  const t = useTranslations("staffPassword");
  const { field } = useBoundField(bound);
  const [made, setMade] = useState("");
  const shown = useRef<HTMLElement>(null);
  return (
    <div className="space-y-2">
      <FormPassword {...bound} label={label} hint={t("hint")} autoComplete="new-password" />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="outline"
          onClick={() => {
            const password = generatePassword();
            setMade(password);
            field.onChange(password);
          }}
        >
          {t("generate")}
        </Button>
        {made !== "" && made === field.value ? (
          <span className="inline-flex flex-wrap items-center gap-1">
            <code ref={shown} translate="no" className="font-mono text-body">
              {made}
            </code>
            <CopyButton compact text={made} textRef={shown} label={t("copy")} />
          </span>
        ) : null}
      </div>
    </div>
  );
}
