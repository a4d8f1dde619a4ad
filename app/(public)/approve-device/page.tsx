import { tokenPageMetadata } from "@/app/page-metadata";
import { ApproveDeviceForm } from "@/components/accounts/approve-device-form";
import { PageMessages } from "@/components/app/messages";
import { TokenPage, type TokenPageProps } from "../token-page";

export const generateMetadata = () => tokenPageMetadata("approveDevice");

export default function ApproveDevicePage({ searchParams }: TokenPageProps) {
  return (
    <TokenPage
      searchParams={searchParams}
      title="approveDevice.title"
      back={{ href: "/", text: "auth.verify.toSite" }}
    >
      {(token) => (
        <PageMessages namespaces={["approveDevice"]}>
          <ApproveDeviceForm token={token} />
        </PageMessages>
      )}
    </TokenPage>
  );
}
