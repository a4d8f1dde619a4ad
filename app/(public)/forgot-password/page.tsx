import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { AuthPage } from "@/components/accounts/auth-page";
import { ForgotPasswordForm } from "@/components/accounts/forgot-password-form";
import { TextLink } from "@/components/ui/text-link";
import { loadPublicConfig } from "@/lib/settings/data";

export const generateMetadata = () => pageMetadata("auth.forgot");

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
