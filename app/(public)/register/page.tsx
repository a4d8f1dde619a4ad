import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AuthPage } from "@/components/accounts/auth-page";
import { RegisterForm } from "@/components/accounts/register/register-form";
import { TextLink } from "@/components/ui/text-link";
import { countryChoices } from "@/lib/accounts/country-names";
import { loadSignInPage, paramText, type SignInParams } from "@/lib/accounts/loaders";
import { EntryAside } from "../entry-aside";

type Props = { searchParams: Promise<SignInParams> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth.register");
  return {
    title: t("title"),
    description: t("description"),
    keywords: t("keywords"),
    // An invitation is the same page.
    alternates: { canonical: "/register" },
  };
}

export default async function RegisterPage({ searchParams }: Props) {
  const t = await getTranslations("auth.register");
  const { config, params, ...page } = await loadSignInPage(searchParams);
  return (
    <AuthPage
      config={config}
      title={t("title")}
      aside={<EntryAside />}
      footer={
        <p>
          {t("haveAccount")} <TextLink href="/login">{t("toLogin")}</TextLink>
        </p>
      }
    >
      <RegisterForm
        door="user"
        referralCode={paramText(params, "ref") ?? ""}
        countries={countryChoices(await getLocale())}
        {...page}
      />
    </AuthPage>
  );
}
