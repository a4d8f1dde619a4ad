import { tokenPageMetadata } from "@/app/page-metadata";
import { UnfreezeForm } from "@/components/accounts/unfreeze-form";
import { PageMessages } from "@/components/app/messages";
import { TokenPage, type TokenPageProps } from "../token-page";

export const generateMetadata = () => tokenPageMetadata("freeze.open");

export default function UnfreezePage({ searchParams }: TokenPageProps) {
  return (
    <TokenPage
      searchParams={searchParams}
      title="freeze.open.title"
      back={{ href: "/login", text: "freeze.open.back" }}
    >
      {(token) => (
        <PageMessages namespaces={["freeze"]}>
          <UnfreezeForm token={token} />
        </PageMessages>
      )}
    </TokenPage>
  );
}
