"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { unsubscribe } from "@/lib/notifications/channels/unsubscribe-client";
import type { StoppableMail } from "@/lib/notifications/channels/unsubscribe-schema";
import { Button, ButtonLink } from "../ui/button";
import { Banner } from "../ui/display/banner";
import { InlineError } from "../ui/display/inline-error";
import { useToken } from "./use-token";

export interface UnsubscribeFormProps {
  /** Null where the link is none of the site's. */
  token: string | null;
  mails: StoppableMail | null;
}

/** Stops a kind of mail by a press: opening the link alone, as mail scanners do, changes nothing. */
export function UnsubscribeForm({ token, mails }: UnsubscribeFormProps) {
  const t = useTranslations("unsubscribe");
  const [isDone, setDone] = useState(false);
  const { problem, isDead, busy, send } = useToken("unsubscribe", token);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await send(unsubscribe)) setDone(true);
  };
  const isOver = isDone || isDead || mails === null;
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <div role="status" className="empty:hidden">
        {isDone ? (
          <Banner tone="success">
            <span className="block font-semibold">{t("doneTitle")}</span>
            {t("done", { mails: mails ?? "other" })}
          </Banner>
        ) : null}
      </div>
      {isOver ? null : (
        <div className="space-y-2 text-text-2">
          <p>{t("text", { mails })}</p>
          <p>{t("others")}</p>
        </div>
      )}
      <InlineError>{problem}</InlineError>
      {isOver ? (
        <ButtonLink href="/notifications/settings" wide>
          {t("settings")}
        </ButtonLink>
      ) : (
        <Button type="submit" wide pending={busy}>
          {t("submit")}
        </Button>
      )}
    </form>
  );
}
