import { getTranslations } from "next-intl/server";
import { tokenPageMetadata } from "@/app/page-metadata";
import { ApproveDeviceForm } from "@/components/accounts/approve-device-form";
import { AuthPage } from "@/components/accounts/auth-page";
import { PageMessages } from "@/components/app/messages";
import { TextLink } from "@/components/ui/text-link";
import { paramText, type SignInParams } from "@/lib/accounts/loaders";
import { loadPublicConfig } from "@/lib/settings/data";

type Props = { searchParams: Promise<SignInParams> };

export const generateMetadata = () => tokenPageMetadata("approveDevice");

export default async function ApproveDevicePage({ searchParams }: Props) {
  const [t, config, params] = await Promise.all([
    getTranslations(),
    loadPublicConfig(),
    searchParams,
  ]);
  return (
    <AuthPage
      config={config}
      title={t("approveDevice.title")}
      footer={<TextLink href="/">{t("auth.verify.toSite")}</TextLink>}
    >
      <PageMessages namespaces={["approveDevice"]}>
        <ApproveDeviceForm token={paramText(params, "token")} />
      </PageMessages>
    </AuthPage>
  );
}
