import { getTranslations } from "next-intl/server";
import { tokenPageMetadata } from "@/app/page-metadata";
import { AuthPage } from "@/components/accounts/auth-page";
import { UnsubscribeForm } from "@/components/accounts/unsubscribe-form";
import { PageMessages } from "@/components/app/messages";
import { TextLink } from "@/components/ui/text-link";
import { paramText, type SignInParams } from "@/lib/accounts/loaders";
import { readUnsubscribe } from "@/lib/notifications/channels/unsubscribe";
import { loadPublicConfig } from "@/lib/settings/data";

type Props = { searchParams: Promise<SignInParams> };

export const generateMetadata = () => tokenPageMetadata("unsubscribe");

export default async function UnsubscribePage({ searchParams }: Props) {
  const [t, config, params] = await Promise.all([
    getTranslations(),
    loadPublicConfig(),
    searchParams,
  ]);
  const token = paramText(params, "token");
  const mails = token === null ? null : (readUnsubscribe(token)?.mails ?? null);
  return (
    <AuthPage
      config={config}
      title={t("unsubscribe.title")}
      footer={<TextLink href="/">{t("auth.verify.toSite")}</TextLink>}
    >
      <PageMessages namespaces={["unsubscribe"]}>
        <UnsubscribeForm token={mails && token} mails={mails} />
      </PageMessages>
    </AuthPage>
  );
}
