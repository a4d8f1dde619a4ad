import { PublicLogPage } from "@/components/admin/public-log/public-log-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { publicLogKeys } from "@/lib/public-log/client";
import { getPublicLog } from "@/lib/public-log/data";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("publicLog");

export default async function StaffPublicLogPage() {
  const user = await requireAdmin();
  if (!may(user, "overview.read")) return <NoAccess page="publicLog" />;
  return (
    <PageMessages namespaces={["staffPublicLog", "staffOverview.alerts"]}>
      <Seed entries={[[publicLogKeys.all, await getPublicLog()]]}>
        <PublicLogPage />
      </Seed>
    </PageMessages>
  );
}
