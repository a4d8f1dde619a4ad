import { tokenPageMetadata } from "@/app/page-metadata";
import { FreezeForm } from "@/components/accounts/freeze-form";
import { PageMessages } from "@/components/app/messages";
import { TokenPage, type TokenPageProps } from "../token-page";

export const generateMetadata = () => tokenPageMetadata("freeze.page");

export default function FreezePage({ searchParams }: TokenPageProps) {
  return (
    <TokenPage
      searchParams={searchParams}
      title="freeze.page.title"
      back={{ href: "/", text: "auth.verify.toSite" }}
    >
      {(token) => (
        <PageMessages namespaces={["freeze"]}>
          <FreezeForm token={token} />
        </PageMessages>
      )}
    </TokenPage>
  );
}
