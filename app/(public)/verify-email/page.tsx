import { tokenPageMetadata } from "@/app/page-metadata";
import { VerifyEmailForm } from "@/components/accounts/verify-email-form";
import { TokenPage, type TokenPageProps } from "../token-page";

export const generateMetadata = () => tokenPageMetadata("auth.verify");

export default function VerifyEmailPage({ searchParams }: TokenPageProps) {
  return (
    <TokenPage
      searchParams={searchParams}
      title="auth.verify.title"
      back={{ href: "/", text: "auth.verify.toSite" }}
    >
      {(token) => <VerifyEmailForm token={token} />}
    </TokenPage>
  );
}
