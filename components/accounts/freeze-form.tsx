"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { freezeAccount } from "@/lib/security/freeze-client";
import type { Frozen } from "@/lib/security/freeze-schema";
import { Button, ButtonLink } from "../ui/button";
import { Banner } from "../ui/display/banner";
import { InlineError } from "../ui/display/inline-error";
import { TextLink } from "../ui/text-link";
import { useToken } from "./use-token";

/** Freezes the account that a mail was about by a press: opening the link alone, as mail scanners do, does nothing. */
export function FreezeForm({ token }: { token: string | null }) {
  const t = useTranslations("freeze.page");
  const [frozen, setFrozen] = useState<Frozen | null>(null);
  const { problem, isDead, busy, send } = useToken("freeze.page", token);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await send(freezeAccount);
    if (answer) setFrozen(answer);
  };
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <div role="status" className="empty:hidden">
        {frozen ? (
          <Banner tone={frozen.wayBackMailed ? "success" : "warn"}>
            <span className="block font-semibold">{t("doneTitle")}</span>
            {t(frozen.wayBackMailed ? "done" : "doneBySupport")}
          </Banner>
        ) : null}
      </div>
      {frozen ? (
        <ButtonLink href={frozen.wayBackMailed ? "/forgot-password" : "/support"} wide>
          {t(frozen.wayBackMailed ? "newPassword" : "contactSupport")}
        </ButtonLink>
      ) : (
        <>
          {isDead ? null : (
            <div className="space-y-2 text-text-2">
              <p>{t("text")}</p>
              <p>{t("effects")}</p>
              <p>{t("back")}</p>
            </div>
          )}
          <InlineError>{problem}</InlineError>
          {isDead ? (
            <>
              <p className="text-text-2">{t("otherWay")}</p>
              <ButtonLink href="/security-management" wide>
                {t("toSecurity")}
              </ButtonLink>
              <p className="text-center">
                <TextLink href="/support">{t("contactSupport")}</TextLink>
              </p>
            </>
          ) : (
            <Button type="submit" variant="danger" wide pending={busy}>
              {t("submit")}
            </Button>
          )}
        </>
      )}
    </form>
  );
}
