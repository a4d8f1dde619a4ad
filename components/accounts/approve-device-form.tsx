"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { approveDevice } from "@/lib/security/device-client";
import { Button, ButtonLink } from "../ui/button";
import { Banner } from "../ui/display/banner";
import { InlineError } from "../ui/display/inline-error";
import { useToken } from "./use-token";

/** Lets a new device in by a press: opening the link alone, as mail scanners do, lets nobody in. */
export function ApproveDeviceForm({ token }: { token: string | null }) {
  const t = useTranslations("approveDevice");
  const [device, setDevice] = useState<string | null>(null);
  const { problem, isDead, busy, send } = useToken("approveDevice", token);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await send(approveDevice);
    if (answer) setDevice(answer.device);
  };
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <div role="status" className="empty:hidden">
        {device === null ? null : (
          <Banner tone="success">
            <span className="block font-semibold">{t("doneTitle", { device })}</span>
            {t("done")}
          </Banner>
        )}
      </div>
      {device === null && !isDead ? (
        <div className="space-y-2 text-text-2">
          <p>{t("text")}</p>
          <p>{t("warning")}</p>
        </div>
      ) : null}
      <InlineError>{problem}</InlineError>
      {device === null && !isDead ? (
        <Button type="submit" wide pending={busy}>
          {t("submit")}
        </Button>
      ) : (
        <ButtonLink href="/login" wide>
          {t("logIn")}
        </ButtonLink>
      )}
    </form>
  );
}
