"use client";

import { useTranslations } from "next-intl";
import { forgotPassword } from "@/lib/accounts/client";
import { TextLink } from "../ui/text-link";
import { AskLinkForm } from "./ask-link-form";

/** Asks for a reset link. */
export function ForgotPasswordForm() {
  const t = useTranslations("auth");
  return (
    <AskLinkForm
      ask={forgotPassword}
      texts={{
        intro: t("forgot.text"),
        email: t("email"),
        enterEmail: t("forgot.enterEmail"),
        submit: t("forgot.submit"),
        sent: t("forgot.sent"),
        failed: t("forgot.failed"),
      }}
    >
      <div className="space-y-2 border-line border-t pt-4 text-center">
        <p className="text-text-2">{t("forgot.support")}</p>
        <TextLink href="/support">{t("contactSupport")}</TextLink>
      </div>
    </AskLinkForm>
  );
}
