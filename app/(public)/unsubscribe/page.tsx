import { tokenPageMetadata } from "@/app/page-metadata";
import { UnsubscribeForm } from "@/components/accounts/unsubscribe-form";
import { PageMessages } from "@/components/app/messages";
import { readUnsubscribe } from "@/lib/notifications/channels/unsubscribe";
import { TokenPage, type TokenPageProps } from "../token-page";

export const generateMetadata = () => tokenPageMetadata("unsubscribe");

export default function UnsubscribePage({ searchParams }: TokenPageProps) {
  return (
    <TokenPage
      searchParams={searchParams}
      title="unsubscribe.title"
      back={{ href: "/", text: "auth.verify.toSite" }}
    >
      {(token) => {
        const mails = token === null ? null : (readUnsubscribe(token)?.mails ?? null);
        return (
          <PageMessages namespaces={["unsubscribe"]}>
            <UnsubscribeForm token={mails && token} mails={mails} />
          </PageMessages>
        );
      }}
    </TokenPage>
  );
}
