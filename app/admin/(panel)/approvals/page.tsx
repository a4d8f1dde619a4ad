import { ApprovalsPage } from "@/components/admin/approvals-page";
import { APPROVAL_FILTERS } from "@/components/admin/list-names";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed";
import { approvalsQueryOf } from "@/lib/accounts/approval-client";
import { approvalsQuery } from "@/lib/accounts/approval-schema";
import { listApprovals } from "@/lib/accounts/approvals";
import { maySeeArea } from "@/lib/accounts/area-access";
import { requireAdmin } from "@/lib/accounts/gate";
import { approvalKeys } from "@/lib/accounts/staff-client";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("approvals");

export default async function StaffPage({ searchParams }: { searchParams: PageParams }) {
  const user = await requireAdmin();
  if (!maySeeArea(user, "finance")) return <NoAccess page="approvals" />;
  const entries = await seedOfList(await searchParams, APPROVAL_FILTERS, {
    key: (query) => approvalKeys.list(approvalsQueryOf(query)),
    schema: approvalsQuery,
    toApi: approvalsQueryOf,
    load: listApprovals,
  });
  return (
    <PageMessages namespaces={["staffApprovals", "staffDesk"]}>
      <Seed entries={entries}>
        <ApprovalsPage staffId={user.userId} />
      </Seed>
    </PageMessages>
  );
}
