"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { PasswordInput } from "@/components/forms/password-input";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { generatePassword } from "@/lib/staff/generate-password";

export interface NewPasswordFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (password: string) => void;
}

/** A new password for somebody else: typed, or made here and copied to be handed over. */
export function NewPasswordField({ label, value, error, onChange }: NewPasswordFieldProps) {
  const t = useTranslations("staffPassword");
  const [made, setMade] = useState("");
  const shown = useRef<HTMLElement>(null);
  return (
    <div className="space-y-2">
      <Field label={label} hint={t("hint")} error={error}>
        <PasswordInput
          name="newPassword"
          autoComplete="new-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="outline"
          onClick={() => {
            const password = generatePassword();
            setMade(password);
            onChange(password);
          }}
        >
          {t("generate")}
        </Button>
        {made !== "" && made === value ? (
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
