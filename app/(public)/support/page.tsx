import { getTranslations } from "next-intl/server";
import { publicPageMetadata } from "@/app/page-metadata";
import { AuthPage } from "@/components/accounts/auth-page";
import { Messages } from "@/components/app/messages";
import { SupportForm } from "@/components/contacts/support-form";
import { SupportHours } from "@/components/contacts/support-hours";
import { TextLink } from "@/components/ui/text-link";
import { paramText, type SignInParams } from "@/lib/accounts/loaders";
import { getSupportInfo } from "@/lib/chat/hours/data";
import { loadPublicConfig } from "@/lib/settings/data";

export const generateMetadata = () => publicPageMetadata("visitor", "/support");

export default async function SupportPage({
  searchParams,
}: {
  searchParams: Promise<SignInParams>;
}) {
  const [t, config, params, support] = await Promise.all([
    getTranslations("visitor"),
    loadPublicConfig(),
    searchParams,
    getSupportInfo(),
  ]);
  return (
    <AuthPage
      config={config}
      title={t("title")}
      footer={<TextLink href="/login">{t("back")}</TextLink>}
    >
      <Messages
        namespaces={[
          "visitor",
          "supportHours",
          "errors.visitor",
          "errors.chat",
          "errors.common",
          "errors.input",
        ]}
      >
        <SupportHours info={support} className="mb-4" />
        <SupportForm reference={paramText(params, "reference") ?? ""} />
      </Messages>
    </AuthPage>
  );
}
