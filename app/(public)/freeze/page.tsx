import { getTranslations } from "next-intl/server";
import { tokenPageMetadata } from "@/app/page-metadata";
import { AuthPage } from "@/components/accounts/auth-page";
import { FreezeForm } from "@/components/accounts/freeze-form";
import { PageMessages } from "@/components/app/messages";
import { TextLink } from "@/components/ui/text-link";
import { paramText, type SignInParams } from "@/lib/accounts/loaders";
import { loadPublicConfig } from "@/lib/settings/data";

type Props = { searchParams: Promise<SignInParams> };

export const generateMetadata = () => tokenPageMetadata("freeze.page");

export default async function FreezePage({ searchParams }: Props) {
  const [t, config, params] = await Promise.all([
    getTranslations(),
    loadPublicConfig(),
    searchParams,
  ]);
  return (
    <AuthPage
      config={config}
      title={t("freeze.page.title")}
      footer={<TextLink href="/">{t("auth.verify.toSite")}</TextLink>}
    >
      <PageMessages namespaces={["freeze"]}>
        <FreezeForm token={paramText(params, "token")} />
      </PageMessages>
    </AuthPage>
  );
}
