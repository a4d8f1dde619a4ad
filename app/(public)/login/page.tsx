import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthPage } from "@/components/accounts/auth-page";
import { LoginForm } from "@/components/accounts/login-form";
import { TextLink } from "@/components/ui/text-link";
import { loadSignInPage, paramText, type SignInParams } from "@/lib/accounts/loaders";
import { EntryAside } from "../entry-aside";

type Props = { searchParams: Promise<SignInParams> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.login");
  // The description is the site's own, of the settings: search engines come here first.
  return { title: t("title"), keywords: t("keywords"), alternates: { canonical: "/login" } };
}

export default async function LoginPage({ searchParams }: Props) {
  const t = await getTranslations("auth");
  const { config, params, ...page } = await loadSignInPage(searchParams);
  return (
    <AuthPage
      config={config}
      title={t("login.title")}
      aside={<EntryAside />}
      footer={
        <p>
          {t("login.newHere")} <TextLink href="/register">{t("login.createAccount")}</TextLink>
        </p>
      }
    >
      <LoginForm
        door="user"
        notice={paramText(params, "ended") ? t("sessionEnded") : null}
        {...page}
      />
    </AuthPage>
  );
}
