import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthPage } from "@/components/accounts/auth-page";
import { ForgotPasswordForm } from "@/components/accounts/forgot-password-form";
import { TextLink } from "@/components/ui/text-link";
import { loadPublicConfig } from "@/lib/settings/data";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.forgot");
  return {
    title: t("title"),
    description: t("description"),
    keywords: t("keywords"),
    robots: { index: false },
  };
}

export default async function ForgotPasswordPage() {
  const t = await getTranslations("auth.forgot");
  return (
    <AuthPage
      config={await loadPublicConfig()}
      title={t("title")}
      footer={<TextLink href="/login">{t("back")}</TextLink>}
    >
      <ForgotPasswordForm />
    </AuthPage>
  );
}
