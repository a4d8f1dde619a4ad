"use client";

import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Field } from "../forms/field";
import { focusFirstError } from "../forms/focus-first-error";
import { TextInput } from "../forms/text-input";
import { Button } from "../ui/button";
import { Banner } from "../ui/display/banner";
import { InlineError } from "../ui/display/inline-error";
import { failureText } from "./failure-text";

export interface AskLinkFormProps {
  /** Sends the request for a link to this address. */
  ask: (email: string) => Promise<{ message?: string }>;
  texts: {
    intro: string;
    email: string;
    enterEmail: string;
    submit: string;
    sent: string;
    failed: string;
  };
  /** What is wrong before anything is sent. */
  startProblem?: string;
  /** Under the button. */
  children?: ReactNode;
}

/** Asks for a link by mail. The answer is the same whether or not the address has an account. */
export function AskLinkForm({ ask, texts, startProblem = "", children }: AskLinkFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState("");
  const [problem, setProblem] = useState(startProblem);
  const [sent, setSent] = useState("");
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    setSent("");
    setProblem("");
    setError(email ? "" : texts.enterEmail);
    if (!email) return focusFirstError(form.current);
    setBusy(true);
    try {
      const answer = await ask(email);
      setSent(answer.message || texts.sent);
    } catch (failure) {
      setProblem(failureText(failure, { refused: texts.failed, failed: texts.failed }));
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
      <p className="text-text-2">{texts.intro}</p>
      <Field label={texts.email} error={error}>
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
        {texts.submit}
      </Button>
      {children}
    </form>
  );
}
