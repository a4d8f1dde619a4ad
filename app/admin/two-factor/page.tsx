import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthPage } from "@/components/accounts/auth-page";
import { StaffTwoFactor } from "@/components/accounts/staff-two-factor";
import { SessionGuard } from "@/components/app/errors/session-guard";
import { PageMessages } from "@/components/app/messages";
import { currentUser, requireAdminPanel } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staffTwoFactor");
  return {
    title: t("title"),
    description: t("text"),
    keywords: t("keywords"),
    robots: { index: false, follow: false },
  };
}

/** Where staff are led who lack the two-factor that the site asks of them. */
export default async function StaffTwoFactorPage() {
  await requireAdminPanel();
  const [t, user, config] = await Promise.all([
    getTranslations("staffTwoFactor"),
    currentUser(),
    loadPublicConfig(),
  ]);
  if (!user) redirect("/admin/login?redirect=/admin");
  if (!user.refusedAsStaff) redirect("/admin");
  return (
    <AuthPage config={config} title={t("title")} subtitle={user.username}>
      <PageMessages
        namespaces={[
          "security",
          "staffTwoFactor",
          "errors.accounts",
          "errors.input",
          "errors.registration",
        ]}
      >
        <StaffTwoFactor />
        <SessionGuard userId={user.userId} signInHref="/admin/login" />
      </PageMessages>
    </AuthPage>
  );
}
