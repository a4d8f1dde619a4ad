import { getTranslations } from "next-intl/server";
import { tokenPageMetadata } from "@/app/page-metadata";
import { AuthPage } from "@/components/accounts/auth-page";
import { VerifyEmailForm } from "@/components/accounts/verify-email-form";
import { TextLink } from "@/components/ui/text-link";
import { paramText, type SignInParams } from "@/lib/accounts/loaders";
import { loadPublicConfig } from "@/lib/settings/data";

type Props = { searchParams: Promise<SignInParams> };

export const generateMetadata = () => tokenPageMetadata("auth.verify");

export default async function VerifyEmailPage({ searchParams }: Props) {
  const t = await getTranslations("auth");
  const [config, params] = await Promise.all([loadPublicConfig(), searchParams]);
  return (
    <AuthPage
      config={config}
      title={t("verify.title")}
      footer={<TextLink href="/">{t("verify.toSite")}</TextLink>}
    >
      <VerifyEmailForm token={paramText(params, "token")} />
    </AuthPage>
  );
}
