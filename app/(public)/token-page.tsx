import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AuthPage } from "@/components/accounts/auth-page";
import { TextLink } from "@/components/ui/text-link";
import { paramText, type SignInParams } from "@/lib/accounts/loaders";
import { loadPublicConfig } from "@/lib/settings/data";

export type TokenPageProps = { searchParams: Promise<SignInParams> };

/**
 * The page that a mailed link leads to.
 * @param title key of its title
 * @param back where the link under the form leads, and the key of what it says
 * @param children draws the form, given the token of the link; null where the address has none
 */
export async function TokenPage({
  searchParams,
  title,
  back,
  children,
}: TokenPageProps & {
  title: string;
  back: { href: string; text: string };
  children: (token: string | null) => ReactNode;
}) {
  const [t, config, params] = await Promise.all([
    getTranslations(),
    loadPublicConfig(),
    searchParams,
  ]);
  return (
    <AuthPage
      config={config}
      title={t(title)}
      footer={<TextLink href={back.href}>{t(back.text)}</TextLink>}
    >
      {children(paramText(params, "token"))}
    </AuthPage>
  );
}
