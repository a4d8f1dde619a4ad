"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { PasswordInput } from "@/components/forms/password-input";
import { TextInput } from "@/components/forms/text-input";
import type { DecisionState } from "../payments/use-decision";

/** One's own password, and the code beside it. */
export type Given = { password?: string; totp?: string };

/** What the server says of the password or the code. */
export const proofError = ({ fieldError }: Pick<DecisionState, "fieldError">) =>
  fieldError("password") ?? fieldError("totp");

/**
 * One's own password, asked for from the moment that the server says it is needed: shortly after
 * logging in it is not. So is the code of who has two-factor on.
 */
export function usePasswordStep({ code, fieldError }: Pick<DecisionState, "code" | "fieldError">): {
  /** Where they are entered; nothing while they are not needed. */
  field: ReactNode;
  /** Goes on with what was entered; stays at a field while nothing was. */
  proceed: (send: (given: Given) => void) => void;
} {
  const t = useTranslations("staffWallets");
  const tCode = useTranslations("security.fields");
  const input = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState(false);
  const [codeAsked, setCodeAsked] = useState(false);
  const [missing, setMissing] = useState(false);
  const [password, setPassword] = useState("");
  const [totp, setTotp] = useState("");
  if (fieldError("password") !== undefined && !asked) setAsked(true);
  if (code === "TOTP_REQUIRED" && !codeAsked) setCodeAsked(true);
  useEffect(() => {
    if (asked) input.current?.focus();
  }, [asked]);
  useEffect(() => {
    if (codeAsked) codeInput.current?.focus();
  }, [codeAsked]);
  return {
    field: asked ? (
      <>
        <Field
          label={t("password")}
          hint={t("passwordHint")}
          error={missing && password === "" ? t("passwordMissing") : fieldError("password")}
        >
          <PasswordInput
            ref={input}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {codeAsked ? (
          <Field
            label={tCode("totp")}
            hint={tCode("totpHint")}
            error={missing && totp === "" ? tCode("totpMissing") : fieldError("totp")}
          >
            <TextInput
              ref={codeInput}
              name="totp"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              value={totp}
              onChange={(event) => setTotp(event.target.value)}
            />
          </Field>
        ) : null}
      </>
    ) : null,
    proceed: (send) => {
      const lacksPassword = asked && password === "";
      const lacksCode = codeAsked && totp === "";
      setMissing(lacksPassword || lacksCode);
      if (lacksPassword) input.current?.focus();
      else if (lacksCode) codeInput.current?.focus();
      else send(asked ? { password, ...(codeAsked ? { totp } : {}) } : {});
    },
  };
}
