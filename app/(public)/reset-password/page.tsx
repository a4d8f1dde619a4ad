import { tokenPageMetadata } from "@/app/page-metadata";
import { ResetPasswordForm } from "@/components/accounts/reset-password-form";
import { TokenPage, type TokenPageProps } from "../token-page";

export const generateMetadata = () => tokenPageMetadata("auth.reset");

export default function ResetPasswordPage({ searchParams }: TokenPageProps) {
  return (
    <TokenPage
      searchParams={searchParams}
      title="auth.reset.title"
      back={{ href: "/login", text: "auth.forgot.back" }}
    >
      {(token) => <ResetPasswordForm token={token} />}
    </TokenPage>
  );
}
