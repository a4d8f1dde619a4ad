"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { verifyEmail } from "@/lib/accounts/client";
import { Button, ButtonLink } from "../ui/button";
import { InlineError } from "../ui/display/inline-error";
import { useToken } from "./use-token";

/** Confirms an address by a press: opening the link alone, as mail scanners do, uses nothing up. */
export function VerifyEmailForm({ token }: { token: string | null }) {
  const t = useTranslations("auth.verify");
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const { problem, busy, send } = useToken("auth.verify", token);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await send(verifyEmail);
    if (answer) setConfirmed(answer.email);
  };
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <div role="status">
        {confirmed ? (
          <p className="flex items-start gap-2 rounded-control bg-up-soft p-3 text-up">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {t("done", { email: confirmed })}
            </span>
          </p>
        ) : null}
      </div>
      {confirmed ? (
        <ButtonLink href="/" wide>
          {t("home")}
        </ButtonLink>
      ) : (
        <>
          {token ? <p className="text-text-2">{t("text")}</p> : null}
          <InlineError>{problem}</InlineError>
          {token ? (
            <Button type="submit" wide pending={busy}>
              {t("submit")}
            </Button>
          ) : (
            <ButtonLink href="/security-management" wide>
              {t("again")}
            </ButtonLink>
          )}
        </>
      )}
    </form>
  );
}
