"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { forgotPassword } from "@/lib/accounts/client";
import { Field } from "../forms/field";
import { focusFirstError } from "../forms/focus-first-error";
import { TextInput } from "../forms/text-input";
import { Button } from "../ui/button";
import { InlineError } from "../ui/display/inline-error";
import { TextLink } from "../ui/text-link";
import { failureText } from "./failure-text";

/** Asks for a reset link. The answer is the same whether or not the address has an account. */
export function ForgotPasswordForm() {
  const t = useTranslations("auth");
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState("");
  const [problem, setProblem] = useState("");
  const [sent, setSent] = useState("");
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    setSent("");
    setProblem("");
    setError(email ? "" : t("forgot.enterEmail"));
    if (!email) return focusFirstError(form.current);
    setBusy(true);
    try {
      const answer = await forgotPassword(email);
      setSent(answer.message || t("forgot.sent"));
    } catch (failure) {
      const failed = t("forgot.failed");
      setProblem(failureText(failure, { refused: failed, failed }));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="space-y-4"
      onSubmit={(event) => void submit(event)}
    >
      <p className="text-text-2">{t("forgot.text")}</p>
      <Field label={t("email")} error={error}>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          onChange={() => setError("")}
        />
      </Field>
      <InlineError>{problem}</InlineError>
      <div role="status" className="empty:hidden">
        {sent ? <Banner tone="success">{sent}</Banner> : null}
      </div>
      <Button type="submit" wide pending={busy}>
        {t("forgot.submit")}
      </Button>
      <div className="space-y-2 border-line border-t pt-4 text-center">
        <p className="text-text-2">{t("forgot.support")}</p>
        <TextLink href="/support">{t("contactSupport")}</TextLink>
      </div>
    </form>
  );
}
