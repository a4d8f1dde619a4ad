import { getTranslations } from "next-intl/server";
import { tokenPageMetadata } from "@/app/page-metadata";
import { AuthPage } from "@/components/accounts/auth-page";
import { UnfreezeForm } from "@/components/accounts/unfreeze-form";
import { PageMessages } from "@/components/app/messages";
import { TextLink } from "@/components/ui/text-link";
import { paramText, type SignInParams } from "@/lib/accounts/loaders";
import { loadPublicConfig } from "@/lib/settings/data";

type Props = { searchParams: Promise<SignInParams> };

export const generateMetadata = () => tokenPageMetadata("freeze.open");

export default async function UnfreezePage({ searchParams }: Props) {
  const [t, config, params] = await Promise.all([
    getTranslations(),
    loadPublicConfig(),
    searchParams,
  ]);
  return (
    <AuthPage
      config={config}
      title={t("freeze.open.title")}
      footer={<TextLink href="/login">{t("freeze.open.back")}</TextLink>}
    >
      <PageMessages namespaces={["freeze"]}>
        <UnfreezeForm token={paramText(params, "token")} />
      </PageMessages>
    </AuthPage>
  );
}
