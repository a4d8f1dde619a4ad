"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { showToast } from "@/components/ui/overlays/toast";
import { clearSession, resetPassword } from "@/lib/accounts/client";
import { Field } from "../forms/field";
import { focusFirstError } from "../forms/focus-first-error";
import { PasswordInput } from "../forms/password-input";
import { Button, ButtonLink } from "../ui/button";
import { InlineError } from "../ui/display/inline-error";
import { REDIRECT_DELAY_MS, useGoOn } from "./use-sign-in";
import { useToken } from "./use-token";

/** Loaded once somebody types; where that fails, the server checks the same. */
const loadRules = () => import("@/lib/accounts/schema").catch(() => null);

type Errors = { newPassword?: string; confirmPassword?: string };

/** Sets a new password with a mailed token, which works once. */
export function ResetPasswordForm({ token }: { token: string | null }) {
  const t = useTranslations("auth");
  const goOn = useGoOn();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [errors, setErrors] = useState<Errors>({});
  const [isDone, setDone] = useState(false);
  const { problem, isDead, busy, send } = useToken("auth.reset", token);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const newPassword = String(data.get("newPassword") ?? "");
    const answer = await send(async (given) => {
      const checked = (await loadRules())?.newPasswordSchema.safeParse(newPassword);
      const found: Errors = {};
      if (checked?.success === false) found.newPassword = checked.error.issues[0]?.message;
      else if (data.get("confirmPassword") !== newPassword)
        found.confirmPassword = t("reset.mismatch");
      setErrors(found);
      if (Object.keys(found).length === 0) return resetPassword(given, newPassword);
      focusFirstError(form.current);
      return null;
    });
    if (!answer) return;
    setDone(true);
    clearSession();
    showToast.success(answer.message || t("reset.success"));
    timer.current = setTimeout(() => goOn("/login"), REDIRECT_DELAY_MS);
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="space-y-4"
      onFocus={() => void loadRules()}
      onSubmit={(event) => void submit(event)}
    >
      {isDead ? null : (
        <>
          <p className="text-text-2">{t("reset.text")}</p>
          <Field label={t("newPassword")} hint={t("reset.hint")} error={errors.newPassword}>
            <PasswordInput
              name="newPassword"
              autoComplete="new-password"
              onChange={() => setErrors({})}
            />
          </Field>
          <Field label={t("confirmPassword")} error={errors.confirmPassword}>
            <PasswordInput
              name="confirmPassword"
              autoComplete="new-password"
              onChange={() => setErrors({})}
            />
          </Field>
        </>
      )}
      <InlineError>{problem}</InlineError>
      {isDead ? (
        <ButtonLink href="/forgot-password" wide>
          {t("reset.again")}
        </ButtonLink>
      ) : (
        <Button type="submit" wide pending={busy || isDone}>
          {t("reset.submit")}
        </Button>
      )}
    </form>
  );
}
