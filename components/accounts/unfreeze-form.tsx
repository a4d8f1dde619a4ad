"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/platform/client/api";
import { askUnfreezeLink, unfreezeAccount } from "@/lib/security/freeze-client";
import { Field } from "../forms/field";
import { focusFirstError } from "../forms/focus-first-error";
import { TextInput } from "../forms/text-input";
import { Button, ButtonLink } from "../ui/button";
import { Banner } from "../ui/display/banner";
import { InlineError } from "../ui/display/inline-error";
import { AskLinkForm } from "./ask-link-form";
import { useToken } from "./use-token";

/** Opens a frozen account again: with the token of a mailed link by a press, without one by asking for such a link. */
export function UnfreezeForm({ token }: { token: string | null }) {
  const [isDead, setDead] = useState(token === null);
  return token && !isDead ? (
    <OpenForm token={token} onDead={() => setDead(true)} />
  ) : (
    <AskForm isAfterDeadLink={token !== null} />
  );
}

function OpenForm({ token, onDead }: { token: string; onDead: () => void }) {
  const t = useTranslations("freeze.open");
  const form = useRef<HTMLFormElement>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [codeError, setCodeError] = useState("");
  const [isOpen, setOpen] = useState(false);
  const { problem, isDead, busy, send } = useToken("freeze.open", token);
  useEffect(() => {
    if (isDead) onDead();
  }, [isDead, onDead]);
  useEffect(() => {
    if (asksCode) focusFirstError(form.current);
  }, [asksCode]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const totp = String(new FormData(event.currentTarget).get("totp") ?? "").trim();
    setCodeError(asksCode && !totp ? t("enterCode") : "");
    if (asksCode && !totp) return focusFirstError(form.current);
    const answer = await send(async (given) => {
      try {
        return await unfreezeAccount(totp ? { token: given, totp } : { token: given });
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        const wrong = failure.errors.totp?.[0];
        if (failure.code !== "TOTP_REQUIRED" && !wrong) throw failure;
        setAsksCode(true);
        setCodeError(wrong ?? t("enterCode"));
        return null;
      }
    });
    if (answer) setOpen(true);
  }

  if (isOpen) {
    return (
      <div className="space-y-4">
        <div role="status">
          <Banner tone="success">{t("done")}</Banner>
        </div>
        <ButtonLink href="/login" wide>
          {t("logIn")}
        </ButtonLink>
      </div>
    );
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="space-y-4"
    >
      <p className="text-text-2">{t("text")}</p>
      {asksCode ? (
        <Field label={t("code")} hint={t("codeHint")} error={codeError}>
          <TextInput
            name="totp"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            onChange={() => setCodeError("")}
          />
        </Field>
      ) : null}
      <InlineError>{problem}</InlineError>
      <Button type="submit" wide pending={busy}>
        {t("submit")}
      </Button>
    </form>
  );
}

function AskForm({ isAfterDeadLink }: { isAfterDeadLink: boolean }) {
  const t = useTranslations("freeze.open");
  return (
    <AskLinkForm
      ask={askUnfreezeLink}
      startProblem={isAfterDeadLink ? t("noToken") : ""}
      texts={{
        intro: t("askText"),
        email: t("email"),
        enterEmail: t("enterEmail"),
        submit: t("send"),
        sent: t("sent"),
        failed: t("sendFailed"),
      }}
    />
  );
}
