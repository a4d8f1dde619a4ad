"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { PasswordInput } from "@/components/forms/password-input";

/**
 * One's own password, asked for from the moment that the server says it is needed: shortly after
 * signing in it is not.
 * @param error what the server says of the password
 */
export function usePasswordStep(error: string | undefined): {
  /** Where it is entered; nothing while it is not needed. */
  field: ReactNode;
  /** Goes on with what was entered; stays at the field while nothing was. */
  proceed: (send: (given: { password?: string }) => void) => void;
} {
  const t = useTranslations("staffWallets");
  const input = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState(false);
  const [missing, setMissing] = useState(false);
  const [password, setPassword] = useState("");
  if (error !== undefined && !asked) setAsked(true);
  useEffect(() => {
    if (asked) input.current?.focus();
  }, [asked]);
  return {
    field: asked ? (
      <Field
        label={t("password")}
        hint={t("passwordHint")}
        error={missing && password === "" ? t("passwordMissing") : error}
      >
        <PasswordInput
          ref={input}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    ) : null,
    proceed: (send) => {
      const isMissing = asked && password === "";
      setMissing(isMissing);
      if (isMissing) input.current?.focus();
      else send(asked ? { password } : {});
    },
  };
}
