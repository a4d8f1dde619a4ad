import { getTranslations } from "next-intl/server";
import { tokenPageMetadata } from "@/app/page-metadata";
import { AuthPage } from "@/components/accounts/auth-page";
import { ResetPasswordForm } from "@/components/accounts/reset-password-form";
import { TextLink } from "@/components/ui/text-link";
import { paramText, type SignInParams } from "@/lib/accounts/loaders";
import { loadPublicConfig } from "@/lib/settings/data";

type Props = { searchParams: Promise<SignInParams> };

export const generateMetadata = () => tokenPageMetadata("auth.reset");

export default async function ResetPasswordPage({ searchParams }: Props) {
  const t = await getTranslations("auth");
  const [config, params] = await Promise.all([loadPublicConfig(), searchParams]);
  return (
    <AuthPage
      config={config}
      title={t("reset.title")}
      footer={<TextLink href="/login">{t("forgot.back")}</TextLink>}
    >
      <ResetPasswordForm token={paramText(params, "token")} />
    </AuthPage>
  );
}
