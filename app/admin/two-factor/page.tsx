import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthPage } from "@/components/accounts/auth-page";
import { StaffPasskey } from "@/components/accounts/staff-passkey";
import { StaffTwoFactor } from "@/components/accounts/staff-two-factor";
import { SessionGuard } from "@/components/app/errors/session-guard";
import { PageMessages } from "@/components/app/messages";
import { getSecurity } from "@/lib/security/data";
import type { Principal } from "@/lib/sessions/mutations";
import { currentUser, requireAdminPanel } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";

/** The texts of what the visitor lacks. */
async function textsOf(user: Principal | null) {
  const lacksPasskey = user?.refusedAsStaff === "STAFF_PASSKEY_REQUIRED";
  return getTranslations(lacksPasskey ? "staffPasskey" : "staffTwoFactor");
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await textsOf(await currentUser());
  return {
    title: t("title"),
    description: t("text"),
    keywords: t("keywords"),
    robots: { index: false, follow: false },
  };
}

/** Where staff are led who lack the two-factor or the passkey that the site asks of them. */
export default async function StaffTwoFactorPage() {
  await requireAdminPanel();
  const [user, config] = await Promise.all([currentUser(), loadPublicConfig()]);
  const t = await textsOf(user);
  if (!user) redirect("/admin/login?redirect=/admin");
  if (!user.refusedAsStaff) redirect("/admin");
  return (
    <AuthPage config={config} title={t("title")} subtitle={user.username}>
      <PageMessages
        namespaces={[
          "security",
          "staffPasskey",
          "staffTwoFactor",
          "errors.accounts",
          "errors.input",
          "errors.registration",
        ]}
      >
        {user.refusedAsStaff === "STAFF_PASSKEY_REQUIRED" ? (
          <StaffPasskey security={await getSecurity(user.userId)} />
        ) : (
          <StaffTwoFactor />
        )}
        <SessionGuard userId={user.userId} signInHref="/admin/login" />
      </PageMessages>
    </AuthPage>
  );
}
