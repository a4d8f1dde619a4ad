import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthPage } from "@/components/accounts/auth-page";
import { NewPasswordForm } from "@/components/accounts/new-password-form";
import { SessionGuard } from "@/components/app/errors/session-guard";
import { PageMessages } from "@/components/app/messages";
import { paramText, type SignInParams } from "@/lib/accounts/loaders";
import { safePath } from "@/lib/accounts/rules";
import { currentUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";

type Props = { searchParams: Promise<SignInParams> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("newPassword");
  return {
    title: t("title"),
    description: t("description"),
    keywords: t("keywords"),
    robots: { index: false, follow: false },
  };
}

/** Where whoever logged in with a password of support's is led, whatever page they wanted. */
export default async function NewPasswordPage({ searchParams }: Props) {
  const [user, config, params] = await Promise.all([
    currentUser(),
    loadPublicConfig(),
    searchParams,
  ]);
  if (!user) redirect("/login");
  const isStaff = user.isAdmin || user.refusedAsStaff !== undefined;
  const goOnTo = safePath(paramText(params, "redirect")) ?? (isStaff ? "/admin" : "/");
  if (!user.mustChangePassword) redirect(goOnTo);
  const t = await getTranslations("newPassword");
  return (
    <AuthPage config={config} title={t("title")} subtitle={user.username}>
      <PageMessages
        namespaces={["newPassword", "security.fields", "errors.accounts", "errors.input"]}
      >
        <NewPasswordForm door={isStaff ? "admin" : "user"} goOnTo={goOnTo} />
        <SessionGuard userId={user.userId} signInHref={isStaff ? "/admin/login" : "/login"} />
      </PageMessages>
    </AuthPage>
  );
}
