"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { Field } from "../forms/field";
import { focusFirstError } from "../forms/focus-first-error";
import { PasswordInput } from "../forms/password-input";
import { TextInput } from "../forms/text-input";
import { Button } from "../ui/button";
import { InlineError } from "../ui/display/inline-error";
import { TextLink } from "../ui/text-link";
import { BusyOverlay } from "./busy-overlay";
import { type SignInContext, useResumeSession } from "./use-resume-session";
import { useSignIn } from "./use-sign-in";

const loadForgotDialog = () => import("./forgot-password-dialog").then((module) => module.default);
const ForgotPasswordDialog = lazyDialog(loadForgotDialog);

type FieldName = "usernameOrEmail" | "password" | "totp";
type Errors = Partial<Record<FieldName, string>>;

export interface LoginFormProps extends SignInContext {
  /** Why the visitor is here, if not by choice. */
  notice?: string | null;
}

/** The login form of users and, with `door="admin"`, of staff. */
export function LoginForm({ notice, ...context }: LoginFormProps) {
  const t = useTranslations("auth");
  const form = useRef<HTMLFormElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [asksCode, setAsksCode] = useState(false);
  const [panelOff, setPanelOff] = useState(false);
  /** Why the visitor came is old news once they have tried to log in. */
  const [tried, setTried] = useState(false);
  const [forgot, setForgot] = useState<{ open: boolean } | null>(null);
  const resumed = useResumeSession(context);
  const { signIn, signInByPasskey, busy, problem } = useSignIn(context);

  function check(values: Record<FieldName, string>): Errors {
    return {
      ...(values.usernameOrEmail ? {} : { usernameOrEmail: t("login.enterName") }),
      ...(values.password ? {} : { password: t("login.enterPassword") }),
      ...(asksCode && !values.totp ? { totp: t("login.enterCode") } : {}),
    };
  }

  function show(next: Errors): void {
    setErrors(next);
    focusFirstError(form.current);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    const data = new FormData(event.currentTarget);
    const text = (name: FieldName) => String(data.get(name) ?? "");
    const values = {
      usernameOrEmail: text("usernameOrEmail").trim(),
      password: text("password"),
      totp: text("totp").trim(),
    };
    const found = check(values);
    if (Object.keys(found).length > 0) return show(found);
    setErrors({});
    const { totp, ...rest } = values;
    const outcome = await signIn(totp ? { ...rest, totp } : rest);
    if (outcome === "panel-off") setPanelOff(true);
    if (outcome === "code-needed") setAsksCode(true);
    if (outcome === "code-wrong") code.current?.focus();
  }

  useEffect(() => {
    if (asksCode) code.current?.focus();
  }, [asksCode]);

  const clear = (name: FieldName) => () => {
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  };

  return (
    <>
      <Notice notice={tried ? null : notice} resumed={panelOff ? "panel-off" : resumed} />
      {/* Sent before the script is there, the fields must not end up in the address. */}
      <form
        ref={form}
        method="post"
        noValidate
        className="space-y-4"
        onSubmit={(event) => void submit(event)}
      >
        <Field label={t("usernameOrEmail")} error={errors.usernameOrEmail}>
          <TextInput
            name="usernameOrEmail"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={() => {
              clear("usernameOrEmail")();
              // Another account may have no second factor.
              setAsksCode(false);
            }}
          />
        </Field>
        <Field label={t("password")} error={errors.password}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            onChange={clear("password")}
          />
        </Field>
        {asksCode ? (
          <Field label={t("login.code")} hint={t("login.codeHint")} error={errors.totp}>
            <TextInput
              ref={code}
              name="totp"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              onChange={clear("totp")}
            />
          </Field>
        ) : null}
        <InlineError>{problem}</InlineError>
        <Button type="submit" wide pending={busy} pendingLabel={t("login.submitting")}>
          {t("login.submit")}
        </Button>
        <Button
          variant="outline"
          wide
          onClick={() => {
            setTried(true);
            setErrors({});
            void signInByPasskey().then((outcome) => {
              if (outcome === "panel-off") setPanelOff(true);
            });
          }}
        >
          {t(asksCode ? "login.passkeyInstead" : "login.passkey")}
        </Button>
        <Button
          variant="ghost"
          wide
          aria-haspopup="dialog"
          onPointerEnter={() => void loadForgotDialog().catch(() => undefined)}
          onClick={() => setForgot({ open: true })}
        >
          {t("login.forgot")}
        </Button>
        <p className="text-center text-text-2">
          {t("login.support")} <TextLink href="/support">{t("contactSupport")}</TextLink>
        </p>
      </form>
      {forgot ? (
        <ForgotPasswordDialog open={forgot.open} onClose={() => setForgot({ open: false })} />
      ) : null}
      <BusyOverlay label={busy ? t("login.submitting") : null} />
    </>
  );
}

/** Why the visitor sees this page though they are, or were, logged in. */
export function Notice({
  notice,
  resumed,
}: {
  notice?: string | null;
  resumed: ReturnType<typeof useResumeSession>;
}) {
  const t = useTranslations("auth");
  const texts = {
    form: notice ?? "",
    "panel-off": t("panelOff"),
    "cookies-blocked": t("cookiesBlocked"),
  };
  return (
    <div role="status" className="mb-4 empty:hidden">
      {texts[resumed] ? <Banner tone="warn">{texts[resumed]}</Banner> : null}
    </div>
  );
}
