import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthPage } from "@/components/accounts/auth-page";
import { LoginForm } from "@/components/accounts/login-form";
import { TextLink } from "@/components/ui/text-link";
import { loadSignInPage, paramText, type SignInParams } from "@/lib/accounts/loaders";
import { requireAdminPanel } from "@/lib/sessions/page-gate";

type Props = { searchParams: Promise<SignInParams> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.admin");
  return {
    title: `${t("title")}, ${t("subtitle")}`,
    description: t("description"),
    keywords: t("keywords"),
    robots: { index: false, follow: false },
  };
}

export default async function AdminLoginPage({ searchParams }: Props) {
  await requireAdminPanel();
  const t = await getTranslations("auth");
  const { config, params, ...page } = await loadSignInPage(searchParams);
  const denied = paramText(params, "denied") ? t("admin.denied") : null;
  const ended = paramText(params, "ended") ? t("sessionEnded") : null;
  return (
    <AuthPage
      config={config}
      title={t("admin.title")}
      subtitle={t("admin.subtitle")}
      footer={<TextLink href="/">{t("admin.toSite")}</TextLink>}
    >
      <LoginForm door="admin" notice={denied ?? ended} {...page} />
    </AuthPage>
  );
}
